import type { UID } from '@strapi/types';
import { Client } from 'pg';
import { storeEvent } from '#plugins/commerce/checkout/server/services/events/receive';
import { updateLocation, type FileRow } from '#platform/storage/library/rows';
import { sql } from '#platform/strapi/queries';
import { type App, startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';

const USER = 'plugin::users-permissions.user';
const EVENT = 'plugin::checkout.event';
const FILE = 'plugin::upload.file';

const MINUTE_MS = 60_000;

type Stored = { createdAt: string; updatedAt: string };

/** Sessions of this database have the time zone farthest from UTC. Strapi's columns have none. */
describe('database in another time zone than the service', () => {
  let database: TestDatabase;
  let client: Client;
  let app: App;

  beforeAll(async () => {
    database = await createDatabase({ seed: true });
    client = new Client(database.url);
    await client.connect();
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    await client.query(`ALTER DATABASE "${rows[0]?.name}" SET timezone = 'Pacific/Kiritimati'`);
    await client.query(`SET timezone = 'Pacific/Kiritimati'`);
    await client.query(`SET session_replication_role = 'replica'`);
    await client.query('DELETE FROM payment.published_prices');
    await client.query(`SET session_replication_role = 'origin'`);
    await client.query(
      `INSERT INTO up_users (document_id, email, username, password, billing_address)
       VALUES ('former', 'former@example.com', 'former@example.com', 'hash', '{"address":"Real 1"}')`,
    );
    app = await startApp({ database });
  });

  afterAll(async () => {
    await app.stop();
    await client.end();
    await database.drop();
  });

  const findStored = async (uid: UID.ContentType, where: object): Promise<Stored> =>
    (await app.strapi.db.query(uid).findOne({ where })) as Stored;

  const expectNow = (time: string | undefined): void => {
    expect(Math.abs(new Date(time ?? '').getTime() - Date.now())).toBeLessThan(5 * MINUTE_MS);
  };

  it('address of an earlier release – is changed at the current time', async () => {
    expectNow((await findStored(USER, { documentId: 'former' })).updatedAt);
  });

  it('payment event – is received at the current time', async () => {
    const event = { id: 'evt_zone', type: 'charge.refunded', data: { object: {} } };
    await storeEvent(app, 'main', event as never);
    const { createdAt, updatedAt } = await findStored(EVENT, { eventId: 'evt_zone' });
    expectNow(createdAt);
    expectNow(updatedAt);
  });

  it('file – is moved at the current time', async () => {
    const { rows } = await client.query<FileRow>('SELECT * FROM files ORDER BY id LIMIT 1');
    const [file] = rows as [FileRow];
    expect(await updateLocation(client, file, file)).toBe(true);
    expectNow((await findStored(FILE, { id: file.id })).updatedAt);
  });

  it('price published before recording began – has the time of its publication', async () => {
    const { rows } = await sql(
      app,
      `SELECT count(*) AS count,
              max(abs(extract(epoch FROM h.at - p.published_at AT TIME ZONE 'UTC'))) AS seconds
       FROM payment.published_prices h JOIN products p
         ON p.document_id = h.document_id AND p.locale = h.locale AND p.published_at IS NOT NULL`,
    );
    expect(Number(rows[0]?.count)).toBeGreaterThan(0);
    expect(Number(rows[0]?.seconds)).toBeLessThan(60);
  });
});
