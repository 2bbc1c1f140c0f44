import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as TypeScriptUtils from '@strapi/typescript-utils';
import { adoptModels, describeModels } from '#platform/releases/newer-models';
import { startApp, type App } from '../support/app';
import { expectDerived, HOW_TO_DERIVE } from '../support/derived';
import { hostModule } from '../support/host';
import { query, RELEASE } from './release';

/**
 * The digest of the models of a release number. After a change of a model, see docs/explanation/releases.md: the number
 * in `src/platform/releases/release.ts` is raised first if it was released.
 */
const modelsFile = path.join(__dirname, 'models.json');

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

describe('models', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.stop());

  it(`equal those of the release number (${HOW_TO_DERIVE}, after docs/explanation/releases.md)`, () => {
    const models = { release: RELEASE, digest: digest() };
    expectDerived(modelsFile, `${JSON.stringify(models, null, 2)}\n`);
  });

  it(`types/generated – equals the generated types (${HOW_TO_DERIVE})`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cms-types-'));
    try {
      const { generators } = hostModule<typeof TypeScriptUtils>('@strapi/typescript-utils');
      await generators.generate({
        strapi: app.strapi,
        pwd: folder,
        rootDir: '.',
        logger: { silent: true, debug: false },
        artifacts: { contentTypes: true, components: true },
      });
      const read = (...parts: string[]) => readFileSync(path.join(...parts), 'utf8');
      for (const name of ['contentTypes.d.ts', 'components.d.ts']) {
        const committed = read(src, '../types/generated', name);
        expect(committed).toBe(read(folder, 'generated', name));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('columns – are optional, so that older releases can write rows', async () => {
    const columns = await query(
      app.database,
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND is_nullable = 'NO' AND column_default IS NULL
         AND is_identity = 'NO' AND table_name NOT LIKE 'strapi\\_%'`,
    );
    expect(columns).toEqual([]);
    const requiredColumns = app.strapi.db.schema.schema.tables.flatMap((table) =>
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
    expect(requiredColumns).toEqual([]);
  });

  it('releases.state – contains the models for older releases', async () => {
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

  it('adoptModels – models that conflict – throws and changes nothing', () => {
    const { strapi } = app;
    const models = describeModels({ strapi });
    const category = models.contentTypes['api::category.category'];
    if (category === undefined) throw new Error('no category');
    models.contentTypes['api::other.other'] = {
      ...category,
      uid: 'api::other.other',
      info: { ...category.info, singularName: 'other' },
    };
    const tables = [...strapi.db.metadata.values()].map(({ tableName }) => tableName);
    expect(() => adoptModels({ strapi }, models, { isRunning: true })).toThrow(
      'DB table "categories" already exists',
    );
    expect(Object.keys(strapi.contentTypes)).not.toContain('api::other.other');
    expect([...strapi.db.metadata.values()].map(({ tableName }) => tableName)).toEqual(tables);
  });
});
