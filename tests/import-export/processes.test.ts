import { Client } from 'pg';
import { type Admin, logIn, signInFirst } from '../support/admin';
import { createDatabase, type TestDatabase } from '../support/database';
import { type ServiceProcess, startProcess } from '../support/process';
import { until } from '../support/until';

/** A node is stopped or killed during an import, and the next one continues. */

const CATEGORY = 'api::category.category';
const ROWS = 12;
const BLOCKED_ROW = 4;

let database: TestDatabase;
let client: Client;
let service: ServiceProcess;
let admin: Admin;

beforeAll(async () => {
  database = await createDatabase();
  client = new Client(database.url);
  await client.connect();
  service = await startProcess({ database });
  admin = await signInFirst(service);
  await admin.post('/i18n/locales', { code: 'es', name: 'Español', isDefault: false });
});

afterAll(async () => {
  await client.end();
  await service.stop();
  await database.drop();
});

const findState = async (run: string): Promise<string> => {
  const { rows } = await client.query<{ state: string }>(
    'SELECT state FROM import_export.runs WHERE id = $1',
    [run],
  );
  return rows[0]?.state ?? '';
};

/** Returns the slug and id of each row that is stored as created, and of each entry that exists. */
const readProgress = async (run: string, name: string) => {
  const { rows } = await client.query<{ told: string[]; stored: string[] }>(
    `SELECT array(SELECT DISTINCT concat_ws(' ', c.slug, c.document_id) FROM import_export.items i
                    JOIN categories c ON c.document_id = i.result ->> 'documentId'
                  WHERE i.run = $1 AND i.result ->> 'outcome' = 'created' ORDER BY 1) AS told,
            array(SELECT DISTINCT concat_ws(' ', slug, document_id) FROM categories
                  WHERE slug LIKE $2 || '-%' ORDER BY 1) AS stored`,
    [run, name],
  );
  return rows[0] ?? { told: [], stored: [] };
};

/** Starts an import that waits at one of its rows, and returns its id. */
const startBlockedImport = async (name: string): Promise<string> => {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const slug = `${name}-${String(index).padStart(2, '0')}`;
    return `${slug};${slug}`;
  });
  const { body } = await service.request
    .post('/import-export/imports')
    .set('Authorization', `Bearer ${admin.token}`)
    .field('uid', CATEGORY)
    .field('mode', 'draft')
    .field('answers', JSON.stringify({ MANY_CREATED: 'create' }))
    .attach('file', Buffer.from(['slug;name (es)', ...rows].join('\r\n')), 'sheet.csv')
    .expect(201);
  const { id } = (body as { data: { id: string } }).data;
  await until(
    () => findState(id),
    (state) => state === 'checked',
  );
  await client.query(
    `CREATE OR REPLACE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql
     AS $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END $$`,
  );
  await client.query(
    `CREATE TRIGGER wait_for_test BEFORE INSERT ON categories FOR EACH ROW
     WHEN (NEW.slug LIKE '%-0${BLOCKED_ROW}') EXECUTE FUNCTION wait_for_test()`,
  );
  await client.query('SELECT pg_advisory_lock(4711)');
  const { status, body: started } = await admin.post(`/import-export/runs/${id}/start`);
  expect([status, started.error]).toEqual([200, undefined]);
  await until(
    async () =>
      await client.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`,
      ),
    ({ rowCount }) => rowCount === 1,
  );
  return id;
};

const release = async (): Promise<void> => {
  await client.query('SELECT pg_advisory_unlock(4711)');
  await client.query('DROP TRIGGER wait_for_test ON categories');
};

const startNextNode = async (): Promise<void> => {
  service = await startProcess({ database });
  admin = await logIn(service);
};

const expectFinished = async (run: string, name: string): Promise<void> => {
  await until(
    () => findState(run),
    (state) => state === 'done',
  );
  const { told, stored } = await readProgress(run, name);
  expect(stored).toHaveLength(ROWS);
  expect(told).toEqual(stored);
};

it('SIGTERM during an import – the node finishes its row, and the next one does the rest', async () => {
  const run = await startBlockedImport('stopped');
  service.signal('SIGTERM');
  await until(
    () =>
      fetch(`${service.url}/_health`).then(
        () => true,
        () => false,
      ),
    (isUp) => !isUp,
  );
  await client.query('SELECT pg_advisory_unlock(4711)');
  expect(await service.ended()).toBe(0);
  await client.query('DROP TRIGGER wait_for_test ON categories');
  const { told, stored } = await readProgress(run, 'stopped');
  expect(told).toEqual(stored);
  expect(stored).toHaveLength(BLOCKED_ROW + 1);
  expect(await findState(run)).toBe('working');
  await startNextNode();
  await expectFinished(run, 'stopped');
});

it('SIGKILL during an import – no row is written in part or twice, and the next node does the rest', async () => {
  const run = await startBlockedImport('killed');
  await service.kill('SIGKILL');
  await release();
  const { told, stored } = await readProgress(run, 'killed');
  expect(told).toEqual(stored);
  expect(stored).toHaveLength(BLOCKED_ROW);
  // The job's maximum time is over.
  await client.query(
    `UPDATE jobs.job SET started_on = now() - interval '1 hour'
     WHERE name = 'import-export.work' AND state = 'active'`,
  );
  await startNextNode();
  await expectFinished(run, 'killed');
});
