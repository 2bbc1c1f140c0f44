import { AsyncResource } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createJobs } from '#platform/jobs/jobs';
import type { Handler, JobOptions, Jobs } from '#platform/jobs';
import { readDatabaseTime } from '#platform/strapi/queries';
import { type App, startApp } from '../support/app';
import { moveHostClock } from '../support/host';
import { until } from '../support/until';
import { EXPIRE_SECONDS, openWork } from './open-work';

type Numbered = { number: number };

/** Returns a handler that only records its payloads. */
const recordNumbers =
  (done: number[]): Handler<Numbered> =>
  ({ data }) => {
    done.push(data.number);
    return Promise.resolve();
  };

describe('jobs', () => {
  let app: App;
  const openJobs: Jobs[] = [];

  const createNode = (name: string, handler: Handler<Numbered>, options?: JobOptions): Jobs => {
    const jobs = createJobs({ strapi: app.strapi });
    jobs.define(name, handler, options);
    openJobs.push(jobs);
    return jobs;
  };

  beforeAll(async () => {
    app = await startApp();
  });

  afterEach(async () => {
    await Promise.all(openJobs.splice(0).map((jobs) => jobs.stop()));
  });

  afterAll(() => app.stop());

  it('enqueued job – runs', async () => {
    const done: number[] = [];
    const jobs = createNode('plain', recordNumbers(done));
    await jobs.start();
    const id = await jobs.enqueue('plain', { number: 1 });
    await until(() => done.length === 1);
    await until(async () => (await jobs.stateOf('plain', id ?? '')) === 'completed');
  });

  it('job enqueued in a transaction – runs after the commit, and not after a rollback', async () => {
    const done: number[] = [];
    const jobs = createNode('joined', recordNumbers(done));
    await jobs.start();
    const enqueueOutside = AsyncResource.bind(() => jobs.enqueue('joined', { number: 2 }));
    await app.strapi.db.transaction(async () => {
      await jobs.enqueue('joined', { number: 1 });
      // A later job from outside the transaction runs before it.
      await enqueueOutside();
      await until(() => done.length > 0);
      expect(done).toEqual([2]);
    });
    await until(() => done.length === 2);

    const failing = app.strapi.db.transaction(async () => {
      await jobs.enqueue('joined', { number: 3 });
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await jobs.enqueue('joined', { number: 4 });
    await until(() => done.includes(4));
    expect(done).toEqual([2, 1, 4]);
  });

  it('failing job – is retried, listed after the last attempt, and started again on request', async () => {
    let isBroken = true;
    const tries: boolean[] = [];
    const jobs = createNode(
      'flaky',
      ({ isLastTry }) => {
        tries.push(isLastTry);
        return isBroken ? Promise.reject(new Error('out of order')) : Promise.resolve();
      },
      { retryLimit: 1, retryDelay: 1 },
    );
    await jobs.start();
    const id = (await jobs.enqueue('flaky', { number: 7 })) ?? '';
    await until(async () => (await jobs.failed({ name: 'flaky' })).length === 1);
    expect(tries).toEqual([false, true]);
    expect(await jobs.failed({ name: 'flaky' })).toEqual([
      expect.objectContaining({ id, data: { number: 7 }, tries: 2, reason: 'out of order' }),
    ]);

    isBroken = false;
    expect(await jobs.retry('flaky', id)).toBe(true);
    await until(async () => (await jobs.stateOf('flaky', id)) === 'completed');
    expect(await jobs.retry('flaky', id)).toBe(false);
  });

  it('job above its maximum age – is not retried, even with attempts left', async () => {
    const tries: boolean[] = [];
    const jobs = createNode(
      'old',
      ({ isLastTry }) => {
        tries.push(isLastTry);
        return Promise.reject(new Error('out of order'));
      },
      { retryForSeconds: 3_600, retryDelay: 1 },
    );
    const id = (await jobs.enqueue('old', { number: 1 })) ?? '';
    await jobs.enqueue('old', { number: 2 });
    await app.strapi.db.connection.raw(
      "UPDATE jobs.job SET created_on = now() - interval '2 hours' WHERE id = ?",
      [id],
    );
    await jobs.start();
    await until(async () => (await jobs.stateOf('old', id)) === 'failed');
    await until(() => tries.length >= 3);
    expect(tries.filter(Boolean)).toHaveLength(1);
  });

  it('two nodes on one queue – run each job once', async () => {
    const done: number[] = [];
    const handler: Handler<Numbered> = async ({ data }) => {
      await nextTurn();
      done.push(data.number);
    };
    const first = createNode('shared', handler);
    const second = createNode('shared', handler);
    await Promise.all([first.start(), second.start()]);
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    await Promise.all(
      numbers.map((number) => (number % 2 === 0 ? first : second).enqueue('shared', { number })),
    );
    await until(() => done.length >= numbers.length);
    // A stopped node has finished all jobs that it took.
    await Promise.all([first.stop(), second.stop()]);
    expect(done.sort((a, b) => a - b)).toEqual(numbers);
  });

  it('job enqueued by a node without a worker – runs on another node', async () => {
    const done: number[] = [];
    const enqueuingNode = createNode('found', recordNumbers([]));
    const workingNode = createNode('found', recordNumbers(done));
    await workingNode.start();
    await enqueuingNode.enqueue('found', { number: 1 });
    await until(() => done.length === 1);
    await enqueuingNode.enqueue('found', { number: 2 });
    await until(() => done.length === 2);
  });

  it('attempt above its timeout – is aborted by its signal, and fails', async () => {
    let aborted = 0;
    const jobs = createNode(
      'slow',
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted += 1;
            reject(new Error('interrupted'));
          });
        }),
      { retryLimit: 0, expireInSeconds: 1 },
    );
    await jobs.start();
    await jobs.enqueue('slow', { number: 1 });
    await until(async () => (await jobs.failed({ name: 'slow' })).length === 1);
    expect(aborted).toBe(1);
  });

  it('stop – during the last attempt of a job – leaves this attempt to the next node', async () => {
    const done: number[] = [];
    const tries: boolean[] = [];
    const first = createNode(
      'interrupted',
      ({ isLastTry, signal }) => {
        tries.push(isLastTry);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
      { retryLimit: 0 },
    );
    await first.start();
    await first.enqueue('interrupted', { number: 1 });
    await until(() => tries.length === 1);
    await first.stop();
    const second = createNode('interrupted', recordNumbers(done), { retryLimit: 0 });
    await second.start();
    await until(() => done.length === 1);
    expect([tries, await second.failed({ name: 'interrupted' })]).toEqual([[true], []]);
  });

  it('start – expired job of a killed process – runs it at once', async () => {
    const done: number[] = [];
    const jobs = createNode('left', recordNumbers(done), { retryDelay: 1 });
    const id = (await jobs.enqueue('left', { number: 1 })) ?? '';
    const { connection } = app.strapi.db;
    await connection.raw(
      "UPDATE jobs.job SET state = 'active', started_on = now() - interval '1 hour' WHERE id = ?",
      [id],
    );
    await jobs.start();
    const { rows } = await connection.raw<{ rows: unknown[] }>(
      `SELECT FROM jobs.job WHERE id = ? AND state = 'active' AND started_on < now() - interval '30 minutes'`,
      [id],
    );
    expect(rows).toHaveLength(0);
    await until(() => done.length === 1);
  });

  it('scheduled job on three nodes – is enqueued once', async () => {
    const done: number[] = [];
    const readSecond = async (): Promise<number> =>
      Math.floor((await readDatabaseTime(app)) / 1000);
    const start = await readSecond();
    for (let count = 0; count < 3; count += 1) {
      const jobs = createNode('shared-schedule', recordNumbers(done));
      jobs.schedule('shared-schedule', '* * * * * *', { number: 1 });
      await jobs.start();
    }
    await until(() => done.length >= 4);
    // A stopped node has finished all jobs that it took.
    await Promise.all(openJobs.map((jobs) => jobs.stop()));
    expect(done.length).toBeLessThanOrEqual((await readSecond()) - start);
  });

  it('scheduled job – clock of the node is set back – runs at the next time', async () => {
    const done: number[] = [];
    const jobs = createNode('each-second', recordNumbers(done));
    jobs.schedule('each-second', '* * * * * *', { number: 1 });
    await jobs.start();
    await until(() => done.length > 0);
    const resetClock = moveHostClock(-3_600_000);
    try {
      const before = done.length;
      await until(() => done.length > before + 1);
    } finally {
      resetClock();
    }
  });

  it.each(['end', 'fail'] as const)(
    '%s of an expired attempt – does not settle the following attempt',
    async (ending) => {
      const { tries, handler } = openWork();
      const name = `later-${ending}`;
      const jobs = createNode(name, handler, { expireInSeconds: EXPIRE_SECONDS });
      await jobs.start();
      const id = (await jobs.enqueue(name, { number: 1 })) ?? '';
      await until(
        () => tries.length,
        (count) => count === 1,
      );
      // The job now looks as if it had expired and another node had restarted it.
      const job = () => app.strapi.db.connection('jobs.job').where({ name, id });
      await job().increment('retry_count', 1);
      tries[0]?.[ending](new Error('too late'));
      await jobs.stop();
      expect(await job().select('state', 'retry_count')).toEqual([
        { state: 'active', retry_count: 1 },
      ]);
    },
  );
});
