import { randomUUID } from 'node:crypto';
import type { Handler, JobOptions, Jobs } from '#platform/jobs';
import { createJobs } from '#platform/jobs/jobs';
import { type App, startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { openProxy, type Proxy } from '../support/database-proxy';
import { until } from '../support/until';
import { EXPIRE_SECONDS, openWork } from './open-work';

describe('jobs that end during an outage of the database', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let app: App;
  const openJobs: Jobs[] = [];

  const createNode = (name: string, handler: Handler<object>, options: JobOptions = {}): Jobs => {
    const jobs = createJobs({ strapi: app.strapi });
    jobs.define(name, handler, { expireInSeconds: EXPIRE_SECONDS, retryDelay: 1, ...options });
    openJobs.push(jobs);
    return jobs;
  };

  /** Starts a job, and returns its id. */
  const startJob = async (jobs: Jobs, name: string, tries: readonly unknown[]): Promise<string> => {
    await jobs.start();
    const id = (await jobs.enqueue(name, {})) ?? '';
    await until(
      () => tries.length,
      (count) => count === 1,
    );
    return id;
  };

  const untilUnavailable = async (jobs: Jobs): Promise<void> => {
    await until(
      () => jobs.stateOf('none', randomUUID()).catch(() => 'away'),
      (state) => state === 'away',
    );
  };

  /** Ends an attempt without the database, so that its result cannot be stored at once. */
  const endDuringOutage = async (jobs: Jobs, end: () => void): Promise<void> => {
    await proxy.cut();
    await untilUnavailable(jobs);
    end();
    await untilUnavailable(jobs);
  };

  const readState = (jobs: Jobs, name: string, id: string) => (): Promise<string | null> =>
    jobs.stateOf(name, id).catch(() => null);

  beforeAll(async () => {
    database = await createDatabase();
    proxy = await openProxy(database.url);
    app = await startApp({ database: { ...database, url: proxy.url } });
  });

  afterEach(async () => {
    await proxy.restore();
    await Promise.all(openJobs.splice(0).map((jobs) => jobs.stop()));
  });

  afterAll(async () => {
    await app.stop();
    await proxy.close();
    await database.drop();
  });

  it('successful job – is completed soon after the recovery, and runs once', async () => {
    const { tries, handler } = openWork();
    const jobs = createNode('done-away', handler);
    const id = await startJob(jobs, 'done-away', tries);
    await endDuringOutage(jobs, () => tries[0]?.end());
    await proxy.restore();
    await until(readState(jobs, 'done-away', id), (state) => state === 'completed');
    expect(tries).toHaveLength(1);
  });

  it('failed job – is retried soon after the recovery', async () => {
    const { tries, handler } = openWork();
    const jobs = createNode('failed-away', handler);
    const id = await startJob(jobs, 'failed-away', tries);
    await endDuringOutage(jobs, () => tries[0]?.fail(new Error('no connection')));
    await proxy.restore();
    await until(
      () => tries.length,
      (count) => count === 2,
    );
    tries[1]?.end();
    await until(readState(jobs, 'failed-away', id), (state) => state === 'completed');
  });

  it('worker slot – is freed when the result is stored', async () => {
    const { tries, handler } = openWork();
    const jobs = createNode('placed-away', handler, { concurrency: 1 });
    const id = await startJob(jobs, 'placed-away', tries);
    await jobs.enqueue('placed-away', {});
    await endDuringOutage(jobs, () => tries[0]?.end());
    await proxy.restore();
    await until(
      () => tries.length,
      (count) => count === 2,
    );
    expect(await jobs.stateOf('placed-away', id)).toBe('completed');
    tries[1]?.end();
  });

  it('stop during the outage – does not wait for the database', async () => {
    const { tries, handler } = openWork();
    const jobs = createNode('stopped-away', handler);
    const id = await startJob(jobs, 'stopped-away', tries);
    await endDuringOutage(jobs, () => tries[0]?.end());
    // The database is still unavailable.
    await jobs.stop();
    await proxy.restore();

    // The next node restarts the job only after its timeout.
    const nextNode = createNode('stopped-away', handler);
    await until(readState(nextNode, 'stopped-away', id), (state) => state === 'active');
  });

  it('result that cannot be stored – is logged once', async () => {
    const { tries, handler } = openWork();
    const jobs = createNode('told-away', handler);
    const id = await startJob(jobs, 'told-away', tries);
    const errorSpy = jest.spyOn(app.strapi.log, 'error');
    const { connection } = app.strapi.db;
    const rename = async (column: string, name: string): Promise<void> => {
      await connection.raw(`ALTER TABLE jobs.job RENAME COLUMN ${column} TO ${name}`);
    };
    await rename('start_after', 'start_elsewhere');
    await rename('output', 'output_elsewhere');
    const isDoneValues: boolean[] = [];
    jobs.hearRuns(({ isDone }) => isDoneValues.push(isDone));
    tries[0]?.end();
    const findLines = (words: string): string[] =>
      errorSpy.mock.calls
        .map(([message]) => (typeof message === 'string' ? message : ''))
        .filter((line) => line.includes('told-away') && line.includes(words));
    // Polls fail too, once a second.
    const countPolls = (): number => findLines('column job.start_after does not exist').length;
    await until(() => findLines('column "output" of relation').length > 0);
    const before = countPolls();
    await until(() => countPolls() >= before + 3);
    expect(findLines('column "output" of relation')).toHaveLength(1);
    await rename('output_elsewhere', 'output');
    await rename('start_elsewhere', 'start_after');
    await until(readState(jobs, 'told-away', id), (state) => state === 'completed');
    errorSpy.mockRestore();
    expect(isDoneValues).toEqual([true]);
  });
});
