import { Client } from 'pg';
import { installDefinitions } from '#platform/database/installer';
import { createIntegrityDefinitions, lookups } from '#plugins/quality/integrity/server/indexes';
import { countDefinitions } from '#plugins/quality/site-overview/server/overview';
import { listUniqueRules } from '#plugins/quality/integrity/server/rules';
import { startApp, type App } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let client: Client;

const expectedNames = ({ strapi }: App): string[] =>
  [...listUniqueRules({ strapi }), ...lookups, ...countDefinitions({ strapi })]
    .map(({ name }) => name)
    .sort();

const findIndexes = async (): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE indexname ~ '^(uq|ix)_' ORDER BY 1`,
  );
  return rows.map(({ name }) => name).sort();
};

/** Returns the object ids of indexes, which change when they are recreated. */
const oidsOf = async (names: readonly string[]): Promise<number[]> => {
  const { rows } = await client.query<{ oid: number }>(
    'SELECT oid FROM pg_class WHERE relname = ANY($1) ORDER BY 1',
    [names],
  );
  return rows.map(({ oid }) => oid);
};

beforeAll(async () => {
  database = await createDatabase();
  client = new Client(database.url);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('indexes of the integrity rules', () => {
  it('start – after changes of Strapi to the tables – keeps all indexes', async () => {
    const first = await startApp({ database });
    const names = expectedNames(first);
    await first.stop();
    expect(await findIndexes()).toEqual(names);

    // Simulates a removed column of a model, which stays, and a required column, which becomes optional again.
    await client.query('ALTER TABLE products ALTER COLUMN acronym SET NOT NULL');
    await client.query('ALTER TABLE products ADD COLUMN gone text');
    await client.query(`
      UPDATE strapi_database_schema SET hash = 'changed', schema = jsonb_set(schema::jsonb, '{tables}', (
        SELECT jsonb_agg(CASE WHEN t->>'name' = 'products'
          THEN jsonb_set(t, '{columns}', t->'columns' || '[{"name":"gone","type":"text","args":[]}]')
          ELSE t END)
        FROM jsonb_array_elements(schema::jsonb->'tables') t))`);
    const before = await oidsOf(names);
    const second = await startApp({ database });
    await second.stop();
    const { rows } = await client.query(
      `SELECT column_name, is_nullable FROM information_schema.columns
       WHERE table_name = 'products' AND column_name IN ('gone', 'acronym') ORDER BY column_name`,
    );
    expect(rows).toEqual([
      { column_name: 'acronym', is_nullable: 'YES' },
      { column_name: 'gone', is_nullable: 'YES' },
    ]);
    expect(await findIndexes()).toEqual(names);
    expect(await oidsOf(names)).toEqual(before);
  });

  it('start – duplicate rows – skips the unique indexes and logs the rows', async () => {
    const { strapi, stop } = await startApp({ database });
    await client.query(
      'DROP INDEX uq_category_published_slug, uq_vertical_slug, uq_categories_draft_once',
    );
    await client.query(`INSERT INTO categories (document_id, slug, locale, published_at)
      VALUES ('first', 'same', 'es', now()), ('second', 'same', 'es', now()),
        ('twice', 'one', 'es', NULL), ('twice', 'other', 'es', NULL)`);
    const logError = jest.spyOn(strapi.log, 'error').mockReturnThis();
    await installDefinitions({ strapi }, createIntegrityDefinitions({ strapi }), {
      removes: false,
    });
    await stop();
    expect(logError).toHaveBeenCalledTimes(2);
    expect(logError).toHaveBeenCalledWith(
      expect.stringMatching(
        /uq_categories_draft_once is not in force[^]*delete with SQL[^]*\("twice", "es"\): rows \d+,\d+ of/,
      ),
    );
    expect(logError).toHaveBeenCalledWith(
      expect.stringMatching(
        /uq_category_published_slug is not in force[^]*\("same", "es"\): rows [\d,]+ of documents first,second/,
      ),
    );
    const names = await findIndexes();
    expect(names).not.toContain('uq_category_published_slug');
    expect(names).not.toContain('uq_categories_draft_once');
    expect(names).toContain('uq_vertical_slug');
  });
});
