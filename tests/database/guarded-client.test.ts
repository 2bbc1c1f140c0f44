import { Client } from 'pg';
import { guardClient, type GuardedClient } from '#platform/database/guarded-client';
import { isDatabaseUnavailable } from '#platform/database-unavailable';
import { createDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let client: Client;
let guarded: GuardedClient;
let outages: unknown[];

beforeAll(async () => {
  database = await createDatabase();
});

afterAll(() => database.drop());

beforeEach(async () => {
  outages = [];
  client = new Client({ connectionString: database.url });
  guarded = guardClient(client, { onUnavailable: (error) => outages.push(error) });
  await client.connect();
});

afterEach(() => guarded.close());

/** Returns the number of queries in the queue of the driver, which logs a warning about them. */
const countQueued = (): number =>
  (client as unknown as { _queryQueue: unknown[] })._queryQueue.length;

it('query – concurrent calls – run in order', async () => {
  const order: number[] = [];
  const queueLengths: number[] = [];
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const answer = client.query<{ n: number }>('SELECT $1::int AS n, pg_sleep(0.01)', [number]);
      queueLengths.push(countQueued());
      order.push((await answer).rows[0]?.n ?? 0);
    }),
  );
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(Math.max(...queueLengths)).toBe(0);
});

it('query – callbacks and promises – each get their own result', async () => {
  const byCallback = new Promise((resolve) =>
    client.query('SELECT nothing FROM nowhere', (error: Error | null) => resolve(error)),
  );
  const rows = new Promise((resolve) =>
    client.query('SELECT $1::text AS said', ['it'], (_error: Error, result) =>
      resolve(result.rows),
    ),
  );
  const failing = client.query('SELECT 1/0');
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect(await byCallback).toMatchObject({ code: '42P01' });
  expect(await rows).toEqual([{ said: 'it' }]);
  expect(outages).toEqual([]);
});

it('busySince – returns the start of a running query, or null', async () => {
  expect(guarded.busySince()).toBeNull();
  const pending = client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  expect(guarded.busySince()).not.toBeNull();
  expect((await pending).rows[0]?.pid).toBe(guarded.processId());
  expect(guarded.busySince()).toBeNull();
});

it('drop – running and queued queries – fail as unavailable', async () => {
  const answers = [client.query('SELECT pg_sleep(60)'), client.query('SELECT 1')];
  guarded.drop('given up');
  const failures = await Promise.allSettled(answers);
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(outages).toHaveLength(2);
  expect(outages.every(isDatabaseUnavailable)).toBe(true);
});

it('query – after an error in its transaction – fails with the first error until the rollback', async () => {
  await client.query('BEGIN');
  await expect(client.query('SELECT 1/0')).rejects.toMatchObject({ code: '22012' });
  await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '22012' });
  await client.query('ROLLBACK');
  await client.query('BEGIN');
  await client.query('SAVEPOINT before');
  await expect(client.query('SELECT nothing FROM nowhere')).rejects.toMatchObject({
    code: '42P01',
  });
  await client.query('ROLLBACK TO before');
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await expect(client.query("SELECT 'a'::int")).rejects.toMatchObject({ code: '22P02' });
  await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '22P02' });
  await client.query('ROLLBACK');
  expect(outages).toEqual([]);
});
