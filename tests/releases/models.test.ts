import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startApp, type App } from '../support/app';
import { query, RELEASE } from './release';

/**
 * The models that belong to a release number. Where this fails, a model has changed: if the number of
 * `src/releases/release.ts` has gone out since it was raised last, raise it, and write it here with the new
 * digest; docs/releases.md says which changes are possible.
 */
const models = { release: 5, digest: '995646cdc5498e72' };

const src = path.resolve(__dirname, '../../src');

const isModel = (file: string): boolean =>
  file.endsWith('schema.json') || (file.startsWith('components') && file.endsWith('.json'));

const digest = (): string => {
  const hash = createHash('sha256');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter(isModel)
    .sort();
  for (const file of files) {
    const model = JSON.parse(readFileSync(path.join(src, file), 'utf8')) as unknown;
    hash.update(`${file}\n${JSON.stringify(model)}\n`);
  }
  return hash.digest('hex').slice(0, 16);
};

describe('the models', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.stop());

  it('should be those of the release number', () => {
    expect({ release: RELEASE, digest: digest() }).toEqual(models);
  });

  it('should have no column that a release which does not know it cannot leave out', async () => {
    const columns = await query(
      app.database,
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND is_nullable = 'NO' AND column_default IS NULL
         AND is_identity = 'NO' AND table_name NOT LIKE 'strapi\\_%'`,
    );
    expect(columns).toEqual([]);
    const wanted = app.strapi.db.schema.schema.tables.flatMap((table) =>
      table.columns
        .filter(
          ({ type, notNullable, defaultTo }) =>
            !table.name.startsWith('strapi_') &&
            type !== 'increments' &&
            notNullable === true &&
            (defaultTo ?? null) === null,
        )
        .map(({ name }) => `${table.name}.${name}`),
    );
    expect(wanted).toEqual([]);
  });

  it('should be in the database for older releases to take up', async () => {
    const [state] = await query<{ newest: number; models: Record<string, string[]> }>(
      app.database,
      `SELECT newest, json_build_object(
         'contentTypes', (SELECT json_agg(key) FROM jsonb_object_keys(models -> 'contentTypes') key),
         'components', (SELECT json_agg(key) FROM jsonb_object_keys(models -> 'components') key)
       ) AS models FROM releases.state`,
    );
    expect(state?.newest).toBe(RELEASE);
    expect(state?.models.contentTypes).toContain('api::product.product');
    expect(state?.models.components).toContain('product.header');
  });
});
