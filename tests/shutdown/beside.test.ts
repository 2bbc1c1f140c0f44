import { Client } from 'pg';
import { createDatabase } from '../support/database';
import { startProcess } from '../support/process';

it('should start while others are in the midst of writing to every table', async () => {
  const database = await createDatabase();
  // The database as the last release has left it: what this one adds is there.
  await (await startProcess({ database })).stop();
  const writer = new Client({ connectionString: database.url });
  await writer.connect();
  const { rows } = await writer.query<{ name: string }>(
    `SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  expect(rows.length).toBeGreaterThan(80);
  // What an insert, an update or a delete takes and keeps until its transaction ends.
  const tables = rows.map(({ name }) => name).join(', ');
  await writer.query(`BEGIN; LOCK TABLE ${tables} IN ROW EXCLUSIVE MODE`);

  const beside = await startProcess({ database });

  await writer.end();
  expect(await (await fetch(`${beside.url}/_ready`)).json()).toMatchObject({ status: 'ready' });
  await beside.stop();
  await database.drop();
});
