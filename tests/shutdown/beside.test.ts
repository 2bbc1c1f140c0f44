import { Client } from 'pg';
import { startApp } from '../support/app';
import { createDatabase } from '../support/database';
import { startProcess } from '../support/process';

it('start – other transactions write to all tables – succeeds', async () => {
  const database = await createDatabase();
  const writer = new Client({ connectionString: database.url });
  await writer.connect();
  const { rows } = await writer.query<{ name: string }>(
    `SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  expect(rows.length).toBeGreaterThan(80);
  // Takes the locks that an insert, update or delete holds until the end of its transaction.
  const tables = rows.map(({ name }) => name).join(', ');
  await writer.query(`BEGIN; LOCK TABLE ${tables} IN ROW EXCLUSIVE MODE`);

  const secondNode = await startProcess({ database });

  await writer.end();
  expect(await (await fetch(`${secondNode.url}/_ready`)).json()).toMatchObject({ status: 'ready' });
  await secondNode.stop();
  await database.drop();
});

it('start – missing or different triggers and indexes – restores them', async () => {
  const database = await createDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const definitions = async (): Promise<unknown[]> => {
    const { rows } = await client.query<Record<string, unknown>>(
      `SELECT tgrelid::regclass::text AS "table", tgname, pg_get_triggerdef(oid) AS definition,
              obj_description(oid, 'pg_trigger') AS comment
       FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
    );
    return rows;
  };
  const indexes = async (): Promise<unknown[]> => {
    const { rows } = await client.query<Record<string, unknown>>(
      'SELECT indexname, indexdef FROM pg_indexes ORDER BY 1, 2',
    );
    return rows;
  };
  const expectedDefinitions = [await definitions(), await indexes()];
  await client.query(`
    DROP TRIGGER products_label ON products;
    DROP TRIGGER home_pages_label ON home_pages;
    CREATE TRIGGER home_pages_label AFTER DELETE ON home_pages
      FOR EACH ROW EXECUTE FUNCTION home_pages_label();
    DROP INDEX ix_product_list;
    DROP INDEX up_users_email_unique;
  `);
  expect([await definitions(), await indexes()]).not.toEqual(expectedDefinitions);

  const app = await startApp({ database });
  expect([await definitions(), await indexes()]).toEqual(expectedDefinitions);
  await app.stop();
  await client.end();
  await database.drop();
});
