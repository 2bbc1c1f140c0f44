import fc from 'fast-check';
import { Client } from 'pg';
import { normalizeStoredText } from '#platform/database/normalize-stored-text';
import { signIn, type Admin } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { until } from '../support/until';
import { pictureFile } from '../support/content';

/** Tests that text is stored and compared in Unicode's form NFC, whatever form it is typed in. */

const CATEGORY = 'api::category.category';
const PANEL = `/content-manager/collection-types/${CATEGORY}`;
const USERS = 'up_users';

/** Returns the form of macOS and some keyboards: letters and accents are separate characters. */
const toNfd = (text: string): string => text.normalize('NFD');

let app: App;
let client: Client;
let admin: Admin;

beforeAll(async () => {
  app = await startApp({ seed: true });
  client = new Client(app.database.url);
  await client.connect();
  admin = await signIn(app);
});

afterAll(async () => {
  await client.end();
  await stopQuietly(app);
});

const rowsOf = async (statement: string, values: unknown[] = []): Promise<unknown[]> =>
  (await client.query<Record<string, unknown>>(statement, values)).rows;

const findNames = async (query: string): Promise<string[]> => {
  const { body } = await admin.get(`${PANEL}?locale=es&${query}`);
  return (body.results as { name: string }[]).map(({ name }) => name);
};

it('database query – any text – is stored and found in NFC', async () => {
  const table = app.strapi.db.query(CATEGORY);
  const texts = fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const { id } = await table.create({ data: { name: toNfd(text), slug: 'nfc' } });
      const categories = (await table.findMany({
        where: { id, name: { $in: [toNfd(text)] } },
      })) as {
        name: string;
      }[];
      await table.delete({ where: { id } });
      expect(categories.map(({ name }) => name)).toEqual([text.normalize('NFC')]);
    }),
    { numRuns: 30 },
  );
});

it('panel – name in NFD – is stored in NFC and found in either form', async () => {
  const name = 'Oración Ñandú';
  const data = { name: toNfd(name), slug: 'oracion-nandu', order: 900 };
  expect((await admin.post(`${PANEL}?locale=es`, data)).status).toBe(201);
  expect(await rowsOf('SELECT name FROM categories WHERE slug = $1', [data.slug])).toEqual([
    { name },
  ]);
  for (const form of [name, toNfd(name)]) {
    expect(await findNames(`filters[name][$eq]=${encodeURIComponent(form)}`)).toEqual([name]);
    expect(await findNames(`_q=${encodeURIComponent(form)}`)).toContain(name);
  }
});

it('GET /api/search – query in NFD – returns the results of NFC', async () => {
  const titlesOf = async (q: string): Promise<unknown> =>
    (await app.request.get('/api/search').query({ q, lang: 'es' }).expect(200)).body as unknown;
  const composed = await titlesOf('cardiología');
  expect(JSON.stringify(composed)).toContain('ardiolog');
  expect(await titlesOf(toNfd('cardiología'))).toEqual(composed);
});

it('POST /upload – file name in NFD – is stored in NFC', async () => {
  const { body } = await app.request
    .post('/upload')
    .set('Authorization', `Bearer ${admin.token}`)
    .field('fileInfo', JSON.stringify({ caption: toNfd('Difusión') }))
    .attach('files', pictureFile, { filename: toNfd('Lección.webp') })
    .expect(201);
  expect(body).toMatchObject([{ name: 'Lección.webp', caption: 'Difusión' }]);
});

describe('stored text in NFD', () => {
  const resetMigration = (): Promise<unknown> =>
    rowsOf(`DELETE FROM strapi_core_store_settings WHERE key LIKE 'core_text_nfc%'`);

  it('normalizeStoredText – runs once – converts drafts, published versions, components and accounts', async () => {
    const title = 'Educación emocional';
    const [product] = (await rowsOf(
      `SELECT document_id AS "documentId", slug FROM products
       WHERE locale = 'es' AND published_at IS NOT NULL ORDER BY id LIMIT 1`,
    )) as { documentId: string; slug: string }[];
    const { documentId = '', slug = '' } = product ?? {};
    await rowsOf('UPDATE products SET title = $1 WHERE document_id = $2', [
      toNfd(title),
      documentId,
    ]);
    await rowsOf('UPDATE components_shared_seos SET description = $1', [toNfd('Descripción')]);
    const account = `INSERT INTO ${USERS} (email, username, name_last_name) VALUES ($1, $1, $2)`;
    await rowsOf(account, [toNfd('josé@example.com'), toNfd('José Peña')]);
    await rowsOf(account, [toNfd('raúl@example.com'), 'First']);
    await rowsOf('INSERT INTO checkout_orders (customer_email) VALUES ($1)', [
      toNfd('inés@example.com'),
    ]);
    await rowsOf('INSERT INTO partner_video_grants (name, surname) VALUES ($1, $1)', [
      toNfd('Inés'),
    ]);
    await rowsOf(account, ['raúl@example.com', 'Second']);
    const read = async (): Promise<string> =>
      (await app.request.get(`/api/products/productBySlug/${slug}/es`).expect(200)).text;
    expect(await read()).not.toContain(title);
    const before = await rowsOf(
      'SELECT updated_at FROM products WHERE document_id = $1 ORDER BY id',
      [documentId],
    );

    await resetMigration();
    const types = ['plugin::checkout.order', 'plugin::partner-video.grant'];
    await normalizeStoredText(app, { isLast: true, types });
    await normalizeStoredText(app, { isLast: true, types });

    expect(
      await rowsOf('SELECT DISTINCT title FROM products WHERE document_id = $1', [documentId]),
    ).toEqual([{ title }]);
    expect(
      await rowsOf('SELECT updated_at FROM products WHERE document_id = $1 ORDER BY id', [
        documentId,
      ]),
    ).toEqual(before);
    expect(await rowsOf('SELECT DISTINCT description FROM components_shared_seos')).toEqual([
      { description: 'Descripción' },
    ]);
    expect(
      await rowsOf(`SELECT email, name_last_name AS name FROM ${USERS} WHERE username LIKE 'jos%'`),
    ).toEqual([{ email: 'josé@example.com', name: 'José Peña' }]);
    expect(
      await rowsOf(
        `SELECT customer_email AS email FROM checkout_orders WHERE customer_email LIKE 'in%'`,
      ),
    ).toEqual([{ email: 'inés@example.com' }]);
    expect(
      await rowsOf(`SELECT name, surname FROM partner_video_grants WHERE name LIKE 'In%'`),
    ).toEqual([{ name: 'Inés', surname: 'Inés' }]);
    // Two accounts with the same address keep their addresses, and the log names the account that could not change.
    expect(
      await rowsOf(
        `SELECT email FROM ${USERS} WHERE name_last_name IN ('First', 'Second') ORDER BY id`,
      ),
    ).toEqual([{ email: toNfd('raúl@example.com') }, { email: 'raúl@example.com' }]);
    const search = async (): Promise<string> =>
      JSON.stringify((await app.request.get('/api/search').query({ q: title, lang: 'es' })).body);
    await until(search, (answer) => answer.includes(title));
    await until(read, (answer) => answer.includes(title));
  });
});
