import { getJobs } from '#platform/jobs';
import { sql } from '#platform/strapi/queries';
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

const rowsOf = async (statement: string, bindings: readonly unknown[] = []) =>
  (await sql(app, statement, bindings)).rows;

const countOf = async (statement: string, bindings: readonly unknown[]): Promise<number> =>
  Number((await rowsOf(statement, bindings))[0]?.count);

/** Due messages for an endpoint, as if their jobs were lost. */
const leave = (count: number, { documentId }: Endpoint) =>
  rowsOf(
    `INSERT INTO webhook_deliveries
       (document_id, event, subject, endpoint_name, endpoint_id, state, tries, next_try_ms, payload, created_at)
     SELECT md5(random()::text), 'webhook.test', 'Backlog', 'Site', ?, 'waiting', 0, 1, '{}', now()
     FROM generate_series(1, ?)`,
    [documentId, count],
  );

/** The service's job of every minute. */
const lookForDue = () => getJobs(app).enqueue('webhooks.deliver-due', {});

const untilTried = (count: number, times = 1) =>
  until(
    () =>
      countOf(
        'SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = ? AND coalesce(tries, 0) >= ?',
        [endpoint.documentId, times],
      ),
    (tried) => tried === count,
  );

/** Returns the row counts of the database's responses during a call. */
const rowsFetchedDuring = async (work: () => Promise<unknown>): Promise<number[]> => {
  const fetched: number[] = [];
  const hear = (answer: unknown, { sql: statement }: { sql: string }): void => {
    if (!statement.includes('webhook_deliveries')) return;
    const { rows = answer } = (answer ?? {}) as { rows?: unknown };
    fetched.push(Array.isArray(rows) ? rows.length : 1);
  };
  app.strapi.db.connection.on('query-response', hear);
  await work();
  app.strapi.db.connection.off('query-response', hear);
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

describe('messages for a receiver that is away', () => {
  it('are not fetched to find out that there are some', async () => {
    await leave(MESSAGES, endpoint);
    const fetched = await rowsFetchedDuring(async () => {
      await lookForDue();
      await untilTried(MESSAGES);
    });
    expect(Math.max(...fetched)).toBeLessThan(MESSAGES / 2);
  });

  it('cost one timeout, and are sent when the receiver answers again', async () => {
    await receiver.answer([{ path: '/silent', kind: 'hang' }]);
    const silent = await createEndpoint(admin, { url: `${receiver.url}/silent` });
    const count = (condition: string) =>
      countOf(`SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = ? AND ${condition}`, [
        silent.documentId,
      ]);
    await receiver.empty();
    await leave(10, silent);
    await lookForDue();
    await until(
      () => count("state = 'waiting' AND next_try_ms > 1"),
      (postponed) => postponed === 10,
    );
    await leave(1, silent);
    await getJobs(app).enqueue('webhooks.deliver', { endpoint: silent.documentId });
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
    expect((await test(admin, silent)).status).toBe(200);
    await until(
      () => count("state = 'delivered'"),
      (delivered) => delivered === 11,
    );
    expect(await count('next_try_ms = 9e12')).toBe(1);
    await remove(admin, silent.documentId);
  });

  it('are given up when they are too old', async () => {
    await leave(2, endpoint);
    const ownDeliveries = 'FROM webhook_deliveries WHERE endpoint_id = ?';
    await rowsOf(
      `UPDATE webhook_deliveries SET created_at = now() - interval '31 days', next_try_ms = 9e15
       WHERE id = (SELECT min(id) ${ownDeliveries})`,
      [endpoint.documentId],
    );
    await getJobs(app).enqueue('webhooks.clean-up', {});
    await until(
      () => rowsOf(`SELECT state, reason ${ownDeliveries} ORDER BY id`, [endpoint.documentId]),
      ([first]) => first?.state === 'failed',
    ).then(([first, second]) => {
      expect(first?.reason).toBe('not accepted within 30 days');
      expect(second?.state).toBe('waiting');
    });
  });

  it('are found for each endpoint, also beside those for which nothing is due', async () => {
    const others = await Promise.all(
      ['first', 'second', 'idle'].map((path) =>
        createEndpoint(admin, { name: path, url: `${receiver.url}/${path}` }),
      ),
    );
    const [first, second] = others as [Endpoint, Endpoint];
    await leave(1, first);
    await leave(2, second);
    await receiver.empty();
    await lookForDue();
    const requests = await until(
      () => receiver.received(),
      (all) => all.length >= 3,
    );
    expect(requests.map(({ path }) => path).toSorted()).toEqual(['/first', '/second', '/second']);
    for (const { documentId } of others) await remove(admin, documentId);
  });
});
