import type { Client } from 'pg';
import type { App } from '../support/app';
import { startWithDatabase } from './support';

/** Tests that publishing an entry again keeps its position in related entries. */

const CHANNEL = 'api::channel.channel';

/** More links than PostgreSQL accepts in one query, with five parameters each. */
const PRODUCTS = 13_200;

let app: App;
let client: Client;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ app, client, stop } = await startWithDatabase());
});

afterAll(() => stop());

/** Returns the products of a published channel, with the channel's position in each product. */
const readPositions = async (documentId: string): Promise<unknown[]> => {
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT p.document_id AS product, p.locale, l.channel_ord AS place
     FROM products_channels_lnk l JOIN products p ON p.id = l.product_id JOIN channels c ON c.id = l.channel_id
     WHERE c.document_id = $1 AND c.published_at IS NOT NULL ORDER BY 1, 2`,
    [documentId],
  );
  return rows;
};

it('publish – channel with 13,200 products – keeps its position in each product', async () => {
  const { documentId } = (await app.strapi
    .documents(CHANNEL)
    .findFirst({ status: 'published' })) as { documentId: string };
  await client.query(
    `INSERT INTO products (document_id, slug, title, locale, published_at, created_at, updated_at)
     SELECT 'many-' || n, 'many-' || n, 'Course ' || n, 'es', CASE is_draft WHEN 0 THEN now() END, now(), now()
     FROM generate_series(1, $1) n, generate_series(0, 1) is_draft`,
    [PRODUCTS],
  );
  await client.query(
    `INSERT INTO products_channels_lnk (product_id, channel_id, product_ord, channel_ord)
     SELECT p.id, c.id, row_number() OVER (PARTITION BY c.id ORDER BY p.id), 1 + p.id % 7
     FROM products p JOIN channels c ON (c.published_at IS NULL) = (p.published_at IS NULL)
     WHERE p.document_id LIKE 'many-%' AND c.document_id = $1`,
    [documentId],
  );
  const before = await readPositions(documentId);
  expect(before.length).toBeGreaterThanOrEqual(PRODUCTS);

  await app.strapi.documents(CHANNEL).publish({ documentId });

  expect(await readPositions(documentId)).toEqual(before);
});
