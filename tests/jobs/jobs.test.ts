import { AsyncResource } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { createJobs } from '../../src/platform/jobs/jobs';
import type { Handler, JobOptions, Jobs } from '../../src/platform/jobs';
import { type App, startApp } from '../support/app';
import { until } from '../support/until';
import { EXPIRE_SECONDS, openWork } from './open-work';

type Numbered = { number: number };

/** A handler that only records its payloads. */
const keep =
  (done: number[]): Handler<Numbered> =>
  ({ data }) => {
    done.push(data.number);
    return Promise.resolve();
  };

describe('jobs', () => {
  let app: App;
  const open: Jobs[] = [];

  const node = (name: string, handler: Handler<Numbered>, options?: JobOptions): Jobs => {
    const jobs = createJobs({ strapi: app.strapi });
    jobs.define(name, handler, options);
    open.push(jobs);
    return jobs;
  };

  beforeAll(async () => {
    app = await startApp();
  });

  afterEach(async () => {
    await Promise.all(open.splice(0).map((jobs) => jobs.stop()));
  });

  afterAll(() => app.stop());

  it('should do what is enqueued', async () => {
    const done: number[] = [];
    const jobs = node('plain', keep(done));
    await jobs.start();
    const id = await jobs.enqueue('plain', { number: 1 });
    await until(() => done.length === 1);
    await until(async () => (await jobs.stateOf('plain', id ?? '')) === 'completed');
  });

  it('should hold a job back until the running transaction commits, and drop it with a rollback', async () => {
    const done: number[] = [];
    const jobs = node('joined', keep(done));
    await jobs.start();
    const enqueueOutside = AsyncResource.bind(() => jobs.enqueue('joined', { number: 2 }));
    await app.strapi.db.transaction(async () => {
      await jobs.enqueue('joined', { number: 1 });
      // A later one from outside the transaction runs before it.
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

  it('should try again what fails, and show and take up again what failed for good', async () => {
    let isBroken = true;
    const tries: boolean[] = [];
    const jobs = node(
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

  it('should not be tried again once it is too old, whatever tries are left', async () => {
    const tries: boolean[] = [];
    const jobs = node(
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

  it('should do each job once when two nodes work on the same queue', async () => {
    const done: number[] = [];
    const handler: Handler<Numbered> = async ({ data }) => {
      await nextTurn();
      done.push(data.number);
    };
    const first = node('shared', handler);
    const second = node('shared', handler);
    await Promise.all([first.start(), second.start()]);
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    await Promise.all(
      numbers.map((number) => (number % 2 === 0 ? first : second).enqueue('shared', { number })),
    );
    await until(() => done.length >= numbers.length);
    // All jobs that a node has taken are finished when it has stopped.
    await Promise.all([first.stop(), second.stop()]);
    expect(done.sort((a, b) => a - b)).toEqual(numbers);
  });

  it('should find what a node that does not work on the queue has enqueued', async () => {
    const done: number[] = [];
    const elsewhere = node('found', keep([]));
    const here = node('found', keep(done));
    await here.start();
    await elsewhere.enqueue('found', { number: 1 });
    await until(() => done.length === 1);
    await elsewhere.enqueue('found', { number: 2 });
    await until(() => done.length === 2);
  });

  it('should give up on a try that takes too long, and tell it so', async () => {
    let aborted = 0;
    const jobs = node(
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

  it('stop – in the last try of a job – leaves this try to the next node', async () => {
    const done: number[] = [];
    const tries: boolean[] = [];
    const first = node(
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
    const second = node('interrupted', keep(done), { retryLimit: 0 });
    await second.start();
    await until(() => done.length === 1);
    expect([tries, await second.failed({ name: 'interrupted' })]).toEqual([[true], []]);
  });

  it('start – a killed process has left an expired job – takes it up at once', async () => {
    const done: number[] = [];
    const jobs = node('left', keep(done), { retryDelay: 1 });
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

  it('should enqueue a scheduled job once however many nodes there are', async () => {
    const done: number[] = [];
    const tasks: (() => Promise<void>)[] = [];
    const cron = {
      add: (added: Record<string, { task: () => Promise<void> }>) => {
        tasks.push(...Object.values(added).map(({ task }) => task));
      },
    };
    const { db, log } = app.strapi;
    for (let count = 0; count < 3; count += 1) {
      const jobs = createJobs({ strapi: { db, log, cron } as unknown as Core.Strapi });
      jobs.define('daily', keep(done));
      jobs.schedule('daily', '0 4 * * *', { number: 4 });
      open.push(jobs);
      await jobs.start();
    }
    // All three use the same tick.
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    await Promise.all(tasks.map((task) => task())).finally(() => now.mockRestore());
    await open.at(-1)?.enqueue('daily', { number: 5 });
    await until(() => done.includes(5));
    expect(done).toEqual([4, 5]);
  });

  it.each(['end', 'fail'] as const)(
    'a try whose time was over should not settle the one that followed it with its %s',
    async (how) => {
      const { tries, handler } = openWork();
      const name = `later-${how}`;
      const jobs = node(name, handler, { expireInSeconds: EXPIRE_SECONDS });
      await jobs.start();
      const id = (await jobs.enqueue(name, { number: 1 })) ?? '';
      await until(
        () => tries.length,
        (begun) => begun === 1,
      );
      // As if it had expired and another node had restarted it.
      const job = () => app.strapi.db.connection('jobs.job').where({ name, id });
      await job().increment('retry_count', 1);
      tries[0]?.[how](new Error('too late'));
      await jobs.stop();
      expect(await job().select('state', 'retry_count')).toEqual([
        { state: 'active', retry_count: 1 },
      ]);
    },
  );
});
