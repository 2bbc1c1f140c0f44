import { randomUUID } from 'node:crypto';
import type { Handler, JobOptions, Jobs } from '../../src/platform/jobs';
import { createJobs } from '../../src/platform/jobs/jobs';
import { type App, startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { openProxy, type Proxy } from '../support/database-proxy';
import { until } from '../support/until';
import { EXPIRE_SECONDS, openWork } from './open-work';

describe('jobs that end while the database is away', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let app: App;
  const open: Jobs[] = [];

  const node = (name: string, handler: Handler<object>, options: JobOptions = {}): Jobs => {
    const jobs = createJobs({ strapi: app.strapi });
    jobs.define(name, handler, { expireInSeconds: EXPIRE_SECONDS, retryDelay: 1, ...options });
    open.push(jobs);
    return jobs;
  };

  /** Starts a job, and returns its id. */
  const begin = async (jobs: Jobs, name: string, tries: readonly unknown[]): Promise<string> => {
    await jobs.start();
    const id = (await jobs.enqueue(name, {})) ?? '';
    await until(
      () => tries.length,
      (begun) => begun === 1,
    );
    return id;
  };

  const isUnavailable = async (jobs: Jobs): Promise<void> => {
    await until(
      () => jobs.stateOf('none', randomUUID()).catch(() => 'away'),
      (state) => state === 'away',
    );
  };

  /** Ends an attempt without the database, so that its result cannot be stored at once. */
  const endAway = async (jobs: Jobs, end: () => void): Promise<void> => {
    await proxy.cut();
    await isUnavailable(jobs);
    end();
    await isUnavailable(jobs);
  };

  const stateOf = (jobs: Jobs, name: string, id: string) => (): Promise<string | null> =>
    jobs.stateOf(name, id).catch(() => null);

  beforeAll(async () => {
    database = await createDatabase();
    proxy = await openProxy(database.url);
    app = await startApp({ database: { ...database, url: proxy.url } });
  });

  afterEach(async () => {
    await proxy.restore();
    await Promise.all(open.splice(0).map((jobs) => jobs.stop()));
  });

  afterAll(async () => {
    await app.stop();
    await proxy.close();
    await database.drop();
  });

  it('should count as done soon after it is back, and be done once', async () => {
    const { tries, handler } = openWork();
    const jobs = node('done-away', handler);
    const id = await begin(jobs, 'done-away', tries);
    await endAway(jobs, () => tries[0]?.end());
    await proxy.restore();
    await until(stateOf(jobs, 'done-away', id), (state) => state === 'completed');
    expect(tries).toHaveLength(1);
  });

  it('should be tried again soon after it is back where they failed', async () => {
    const { tries, handler } = openWork();
    const jobs = node('failed-away', handler);
    const id = await begin(jobs, 'failed-away', tries);
    await endAway(jobs, () => tries[0]?.fail(new Error('no connection')));
    await proxy.restore();
    await until(
      () => tries.length,
      (begun) => begun === 2,
    );
    tries[1]?.end();
    await until(stateOf(jobs, 'failed-away', id), (state) => state === 'completed');
  });

  it('should keep their place until their end is stored', async () => {
    const { tries, handler } = openWork();
    const jobs = node('placed-away', handler, { concurrency: 1 });
    const id = await begin(jobs, 'placed-away', tries);
    await jobs.enqueue('placed-away', {});
    await endAway(jobs, () => tries[0]?.end());
    await proxy.restore();
    await until(
      () => tries.length,
      (begun) => begun === 2,
    );
    expect(await jobs.stateOf('placed-away', id)).toBe('completed');
    tries[1]?.end();
  });

  it('should not keep the node from stopping', async () => {
    const { tries, handler } = openWork();
    const jobs = node('stopped-away', handler);
    const id = await begin(jobs, 'stopped-away', tries);
    await endAway(jobs, () => tries[0]?.end());
    // While the database is still unavailable.
    await jobs.stop();
    await proxy.restore();

    // The next node finds it by its timeout.
    const other = node('stopped-away', handler);
    await until(stateOf(other, 'stopped-away', id), (state) => state === 'active');
  });

  it('should be told of once', async () => {
    const { tries, handler } = openWork();
    const jobs = node('told-away', handler);
    const id = await begin(jobs, 'told-away', tries);
    const said = jest.spyOn(app.strapi.log, 'error');
    const { connection } = app.strapi.db;
    const rename = async (column: string, name: string): Promise<void> => {
      await connection.raw(`ALTER TABLE jobs.job RENAME COLUMN ${column} TO ${name}`);
    };
    await rename('start_after', 'start_elsewhere');
    await rename('output', 'output_elsewhere');
    const runs: boolean[] = [];
    jobs.hearRuns(({ isDone }) => runs.push(isDone));
    tries[0]?.end();
    const lines = (words: string): string[] =>
      said.mock.calls
        .map(([message]) => (typeof message === 'string' ? message : ''))
        .filter((line) => line.includes('told-away') && line.includes(words));
    // Polls fail too, once a second.
    const polls = (): number => lines('column job.start_after does not exist').length;
    await until(() => lines('column "output" of relation').length > 0);
    const before = polls();
    await until(() => polls() >= before + 3);
    expect(lines('column "output" of relation')).toHaveLength(1);
    await rename('output_elsewhere', 'output');
    await rename('start_elsewhere', 'start_after');
    await until(stateOf(jobs, 'told-away', id), (state) => state === 'completed');
    said.mockRestore();
    expect(runs).toEqual([true]);
  });
});
