import { Client } from 'pg';
import { type Admin, signInFirst } from '../support/admin';
import { untilHeldUp } from '../support/advisory-locks';
import { type App, startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { type ServiceProcess, startProcess } from '../support/process';
import { until } from '../support/until';

/**
 * A node that freezes within a transaction. Its machine still acknowledges packets, so its connection looks alive and
 * its locks stay.
 */

const PRODUCTS = '/content-manager/collection-types/api::product.product';

const product = (slug: string): object => ({
  title: slug,
  slug,
  SKU: slug,
  payID: `prod_${slug}`,
});

describe('database connections', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.stop());

  it.each([
    ['idle_in_transaction_session_timeout', '1min'],
    ['tcp_keepalives_idle', '10'],
    ['tcp_keepalives_interval', '5'],
    ['tcp_keepalives_count', '4'],
    ['jit', 'off'],
  ])('set %s', async (name, value) => {
    const { rows } = await app.strapi.db.connection.raw<{ rows: unknown[] }>(`SHOW ${name}`);
    expect(rows).toEqual([{ [name]: value }]);
  });
});

describe('node that freezes within a transaction', () => {
  let database: TestDatabase;
  let frozen: ServiceProcess;
  let other: ServiceProcess;
  let admin: Admin;
  let client: Client;

  beforeAll(async () => {
    database = await createDatabase({ seed: true });
    const env = { DATABASE_TRANSACTION_IDLE_SECONDS: '5' };
    frozen = await startProcess({ database, env });
    other = await startProcess({ database, env });
    admin = await signInFirst(other);
    client = new Client(database.url);
    await client.connect();
  });

  afterAll(async () => {
    frozen.signal('SIGCONT');
    await client.end();
    await frozen.stop();
    await other.stop();
    await database.drop();
  });

  /** Waits until a query waits for the locked table. */
  const untilQueryWaits = () =>
    until(
      async () =>
        (
          await client.query(
            `SELECT FROM pg_locks WHERE NOT granted AND relation = 'products'::regclass`,
          )
        ).rows.length,
      Boolean,
    );

  it('blocks other nodes only until the transaction timeout, and recovers after the freeze', async () => {
    await client.query('BEGIN; LOCK TABLE products IN SHARE MODE');
    const frozenRequest = frozen.request
      .post(PRODUCTS)
      .set('Authorization', `Bearer ${admin.token}`)
      .send(product('frozen'))
      .then(({ status }) => status);
    await untilQueryWaits();
    frozen.signal('SIGSTOP');
    const otherRequest = admin.post(PRODUCTS, product('other'));
    await untilHeldUp(client, 1);
    // The query of the transaction has completed, but the node does not read the result.
    await client.query('COMMIT');
    expect((await otherRequest).status).toBe(201);

    frozen.signal('SIGCONT');
    expect(await frozenRequest).toBe(503);
    await frozen.request.get('/_health').expect(204);
    const again = await frozen.request
      .post(PRODUCTS)
      .set('Authorization', `Bearer ${admin.token}`)
      .send(product('frozen'));
    expect(again.status).toBe(201);
    expect(frozen.output()).not.toContain('nobody waited');
  });
});
