import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getDocumentService } from '#platform/strapi/documents';
import { logIn, signIn, type Admin } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, bookDetails, ensureLanguages } from '../support/content';
import { createDatabase, type TestDatabase } from '../support/database';

const PRODUCT = 'api::product.product';
const LAST = 2_147_483_647;

let database: TestDatabase;
let app: App;
let editor: Admin;
let documentId: string;

beforeAll(async () => {
  database = await createDatabase();
  app = await startApp({ database });
  await ensureLanguages(app);
  editor = await signIn(app);
  const line = await getDocumentService(app, 'api::vertical.vertical').create({
    data: { name: 'Medicina', slug: 'medicina', isDefault: true },
  });
  const product = await getDocumentService(app, PRODUCT).create({
    locale: 'es',
    data: {
      title: 'Un libro',
      slug: 'un-libro',
      SKU: 'SKU-1',
      payID: 'prod_1',
      order: 1,
      type: 'Libro',
      cardImage: await addPicture(app),
      verticals: [line.documentId],
      seo: { author: 'Autor' },
      bookDetails,
    },
  });
  ({ documentId } = product);
  const { status } = await publish();
  expect(status).toBe(200);
});

afterAll(async () => {
  await stopQuietly(app);
  await database.drop();
});

const publish = () =>
  editor.post(
    `/content-manager/collection-types/${PRODUCT}/${documentId}/actions/publish?locale=es`,
    {},
  );

const run = (sql: string) => app.strapi.db.connection.raw<{ rows: unknown[] }>(sql);

/** Returns the first SQL commands of a page of the runbooks, or of one of its sections. */
const readCommands = (page: string, heading = ''): string => {
  const file = path.resolve(__dirname, '../../docs/how-to/runbooks', page);
  const text = readFileSync(file, 'utf8');
  return /```sql\n(.*?)```/s.exec(text.slice(text.indexOf(heading)))?.[1] ?? '';
};

const readRunbookCommands = (): string => readCommands('CmsSequenceNearlyExhausted.md');

const readSequenceCommands = (): string =>
  readCommands('other-faults.md', '## A sequence is behind its table');

describe('components that cannot be written', () => {
  /** Makes PostgreSQL reject new component rows of products with an error code. */
  const failInsertsWith = async (state: string): Promise<void> => {
    await run(
      `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$`,
    );
    await run(
      'CREATE TRIGGER refuse BEFORE INSERT ON products_cmps FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
  };

  afterEach(() => run('DROP TRIGGER IF EXISTS refuse ON products_cmps'));

  it('publish – full disk – returns 503 with Retry-After', async () => {
    await failInsertsWith('53100');
    const { status, headers } = await publish();
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('table with an id sequence behind its rows', () => {
  afterAll(async () => {
    await run(readSequenceCommands());
  });

  it('creation – returns 500, logs the table and is no conflict; succeeds after the commands of the runbook', async () => {
    const create = () =>
      editor.post(`/content-manager/collection-types/${PRODUCT}?locale=es`, { title: 'Otro' });
    await run(`SELECT setval('products_id_seq', (SELECT min(id) FROM products), false)`);
    const logged = jest.spyOn(app.strapi.log, 'error');
    const { status, text } = await create();
    expect(status).toBe(500);
    expect(text).not.toContain('products_pkey');
    expect(logged.mock.calls.map(String).join('\n')).toContain('"products_pkey"');
    logged.mockRestore();
    await run(readSequenceCommands());
    expect((await create()).status).toBe(201);
  });
});

describe('table with an exhausted id sequence', () => {
  beforeAll(() => run(`SELECT setval('products_cmps_id_seq', ${LAST})`));

  it('publish – returns 500, logs the sequence and changes nothing', async () => {
    const logged = jest.spyOn(app.strapi.log, 'error');
    const { status, text } = await publish();
    expect(status).toBe(500);
    expect(text).not.toContain('sequence');
    expect(logged.mock.calls.map(String).join('\n')).toContain(
      'reached maximum value of sequence "products_cmps_id_seq"',
    );
    logged.mockRestore();
    const { body } = await app.request.get('/api/products/productBySlug/un-libro/es').expect(200);
    expect(body).toMatchObject({ title: 'Un libro' });
  });

  it('publish – after the commands of the runbook – succeeds, also after a restart', async () => {
    await run(readRunbookCommands());
    expect((await publish()).status).toBe(200);
    await stopQuietly(app);
    app = await startApp({ database });
    editor = await logIn(app);
    expect((await publish()).status).toBe(200);
    const { rows } = await run(`SELECT max(id) > ${LAST} AS longer FROM products_cmps`);
    expect(rows).toEqual([{ longer: true }]);
    const { body } = await app.request.get('/api/products/productBySlug/un-libro/es').expect(200);
    expect(body).toMatchObject({ title: 'Un libro' });
  });
});
