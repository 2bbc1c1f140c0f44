import { jobsOf } from '../../src/platform/jobs';
import { sql } from '../../src/platform/strapi/queries';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { type StandIn, startStandIn } from '../support/stand-in';
import { until } from '../support/until';
import { createEndpoint, type Endpoint, remove, test } from './support';

/** Tests waiting messages for a receiver that is unavailable for long. */

const MESSAGES = 60;

let app: App;
let admin: Admin;
let receiver: StandIn;
let endpoint: Endpoint;

const queryRows = async (statement: string, bindings: readonly unknown[] = []) =>
  (await sql(app, statement, bindings)).rows;

const queryCount = async (statement: string, bindings: readonly unknown[]): Promise<number> =>
  Number((await queryRows(statement, bindings))[0]?.count);

/** Inserts due messages for an endpoint, as if their jobs were lost. */
const insertDue = (count: number, { documentId }: Endpoint) =>
  queryRows(
    `INSERT INTO webhook_deliveries
       (document_id, event, subject, endpoint_name, endpoint_id, state, tries, next_try_ms, payload, created_at)
     SELECT md5(random()::text), 'webhook.test', 'Backlog', 'Site', ?, 'waiting', 0, 1, '{}', now()
     FROM generate_series(1, ?)`,
    [documentId, count],
  );

/** Runs the job of every minute. */
const runDueJob = () => jobsOf(app).enqueue('webhooks.deliver-due', {});

const untilTried = (count: number, times = 1) =>
  until(
    () =>
      queryCount(
        'SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = ? AND coalesce(tries, 0) >= ?',
        [endpoint.documentId, times],
      ),
    (tried) => tried === count,
  );

/** Returns the row counts of the database's responses during a call. */
const rowsFetchedDuring = async (work: () => Promise<unknown>): Promise<number[]> => {
  const fetched: number[] = [];
  const recordRows = (answer: unknown, { sql: statement }: { sql: string }): void => {
    if (!statement.includes('webhook_deliveries')) return;
    const { rows = answer } = (answer ?? {}) as { rows?: unknown };
    fetched.push(Array.isArray(rows) ? rows.length : 1);
  };
  app.strapi.db.connection.on('query-response', recordRows);
  await work();
  app.strapi.db.connection.off('query-response', recordRows);
  return fetched;
};

beforeAll(async () => {
  receiver = await startStandIn();
  app = await startApp({
    runtimeEnv: { WEBHOOKS_RETRY_SECONDS: '3600', WEBHOOKS_TIMEOUT_MS: '1000' },
  });
  admin = await signIn(app);
});

beforeEach(async () => {
  await receiver.answer([{ path: '/away', status: 503 }]);
  endpoint = await createEndpoint(admin, { url: `${receiver.url}/away` });
});

afterEach(() => remove(admin, endpoint.documentId));

afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

describe('messages for an unavailable receiver', () => {
  it('due messages – should be fetched in batches', async () => {
    await insertDue(MESSAGES, endpoint);
    const fetched = await rowsFetchedDuring(async () => {
      await runDueJob();
      await untilTried(MESSAGES);
    });
    expect(Math.max(...fetched)).toBeLessThan(MESSAGES / 2);
  });

  it('silent receiver – should cost one timeout, and get all messages when it recovers', async () => {
    await receiver.answer([{ path: '/silent', kind: 'hang' }]);
    const silentEndpoint = await createEndpoint(admin, { url: `${receiver.url}/silent` });
    const count = (condition: string) =>
      queryCount(`SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = ? AND ${condition}`, [
        silentEndpoint.documentId,
      ]);
    await receiver.empty();
    await insertDue(10, silentEndpoint);
    await runDueJob();
    await until(
      () => count("state = 'waiting' AND next_try_ms > 1"),
      (postponed) => postponed === 10,
    );
    await insertDue(1, silentEndpoint);
    await jobsOf(app).enqueue('webhooks.deliver', { endpoint: silentEndpoint.documentId });
    await until(
      () => count('next_try_ms = 1'),
      (due) => due === 0,
    );
    expect(await count('tries > 0')).toBe(1);
    expect(await receiver.received()).toHaveLength(1);
    // Another node is sending it.
    await leave(1, silent);
    await rowsOf(
      `UPDATE webhook_deliveries SET next_try_ms = 9e12
       WHERE id = (SELECT max(id) FROM webhook_deliveries WHERE endpoint_id = ?)`,
      [silent.documentId],
    );
    await receiver.answer([]);
    expect((await test(admin, silentEndpoint)).status).toBe(200);
    await until(
      () => count("state = 'delivered'"),
      (delivered) => delivered === 11,
    );
    expect(await count('next_try_ms = 9e12')).toBe(1);
    await remove(admin, silent.documentId);
  });

  it('messages older than 30 days – should be given up', async () => {
    await insertDue(2, endpoint);
    const fromOwn = 'FROM webhook_deliveries WHERE endpoint_id = ?';
    await queryRows(
      `UPDATE webhook_deliveries SET created_at = now() - interval '31 days', next_try_ms = 9e15
       WHERE id = (SELECT min(id) ${fromOwn})`,
      [endpoint.documentId],
    );
    await jobsOf(app).enqueue('webhooks.clean-up', {});
    await until(
      () => queryRows(`SELECT state, reason ${fromOwn} ORDER BY id`, [endpoint.documentId]),
      ([first]) => first?.state === 'failed',
    ).then(([first, second]) => {
      expect(first?.reason).toBe('not accepted within 30 days');
      expect(second?.state).toBe('waiting');
    });
  });

  it('due messages of several endpoints – should be sent, also beside an idle endpoint', async () => {
    const endpoints = await Promise.all(
      ['first', 'second', 'idle'].map((path) =>
        createEndpoint(admin, { name: path, url: `${receiver.url}/${path}` }),
      ),
    );
    const [first, second] = endpoints as [Endpoint, Endpoint];
    await insertDue(1, first);
    await insertDue(2, second);
    await receiver.empty();
    await runDueJob();
    const requests = await until(
      () => receiver.received(),
      (all) => all.length >= 3,
    );
    expect(requests.map(({ path }) => path).toSorted()).toEqual(['/first', '/second', '/second']);
    for (const { documentId } of endpoints) await remove(admin, documentId);
  });
});
