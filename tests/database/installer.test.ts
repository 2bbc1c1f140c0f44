import { Client } from 'pg';
import { installDefinitions, type Definition } from '#platform/database/installer';
import { getFeatures } from '#feature/application';
import { startApp, type App } from '../support/app';

let app: App;
let client: Client;

const index = (column = 'name'): Definition => ({
  kind: 'index',
  name: 'things_ix',
  table: 'things',
  create: `CREATE INDEX things_ix ON things (${column})`,
});

const appendFunction = (how = '!'): Definition => ({
  kind: 'function',
  name: 'things_shout()',
  create: `CREATE OR REPLACE FUNCTION things_shout() RETURNS trigger AS $$
    BEGIN NEW.name := NEW.name || '${how}'; RETURN NEW; END $$ LANGUAGE plpgsql`,
});

const trigger = (when = 'BEFORE INSERT'): Definition => ({
  kind: 'trigger',
  name: 'things_shout',
  table: 'things',
  create: `CREATE TRIGGER things_shout ${when} ON things FOR EACH ROW EXECUTE FUNCTION things_shout()`,
});

const all = (): Definition[] => [trigger(), index(), appendFunction()];

const listFeatureDefinitions = ({ strapi }: Pick<App, 'strapi'>): Definition[] =>
  getFeatures({ strapi: app.strapi }).flatMap((item) => item.definitions?.({ strapi }) ?? []);

/** Installs all definitions of the service, and those of this test. */
const install = (definitions: readonly Definition[], removes = true): Promise<void> => {
  const { strapi } = app;
  return installDefinitions({ strapi }, [...listFeatureDefinitions(app), ...definitions], {
    removes,
  });
};

/** Returns the object ids of the definitions. A new id means that it was recreated. */
const findObjectIds = async (): Promise<Record<string, number>> => {
  const { rows } = await client.query<{ name: string; oid: number }>(
    `SELECT relname AS name, oid FROM pg_class WHERE relname = 'things_ix'
     UNION ALL SELECT 'trigger', oid FROM pg_trigger WHERE tgname = 'things_shout'
     UNION ALL SELECT 'function', oid FROM pg_proc WHERE proname = 'things_shout'`,
  );
  return Object.fromEntries(rows.map(({ name, oid }) => [name, oid]));
};

const findNames = async (): Promise<string[]> => Object.keys(await findObjectIds()).sort();

/** Inserts a row, and returns its stored name. */
const insertRow = async (): Promise<string | undefined> => {
  const { rows } = await client.query<{ name: string }>(
    `INSERT INTO things (name) VALUES ('a') RETURNING name`,
  );
  return rows[0]?.name;
};

beforeAll(async () => {
  app = await startApp();
  client = new Client(app.database.url);
  await client.connect();
});

beforeEach(async () => {
  await client.query('CREATE TABLE things (id serial PRIMARY KEY, name text)');
});

afterEach(async () => {
  await client.query('DROP TABLE IF EXISTS things');
  await client.query('DROP FUNCTION IF EXISTS things_shout() CASCADE');
  await install([]);
});

afterAll(async () => {
  await client.end();
  await app.stop();
});

describe('installDefinitions', () => {
  it('records the definitions of all features, and changes nothing at the next start', async () => {
    const readRecords = async (): Promise<unknown[]> =>
      (await client.query<object>('SELECT * FROM definitions.installed ORDER BY 1, 2, 3')).rows;
    const before = await readRecords();
    expect(before).toHaveLength(
      listFeatureDefinitions(app).filter(({ kind }) => kind !== 'table' && kind !== 'extension')
        .length,
    );
    await install([]);
    expect(await readRecords()).toEqual(before);
  });

  it('components loaded in another order – definitions are the same', () => {
    const { strapi } = app;
    const reversed = Object.fromEntries(Object.entries(strapi.components).reverse());
    const other = Object.create(strapi, { components: { value: reversed } }) as App['strapi'];
    const listStatements = (definitions: readonly Definition[]): string[] =>
      definitions.map(({ name, create }) => `${name} ${create}`);
    expect(listStatements(listFeatureDefinitions({ strapi: other }))).toEqual(
      listStatements(listFeatureDefinitions(app)),
    );
  });

  it('creates missing definitions in the order of their dependencies', async () => {
    await install(all());
    expect(await findNames()).toEqual(['function', 'things_ix', 'trigger']);
    expect(await insertRow()).toBe('a!');
  });

  it('keeps unchanged definitions without waiting for locks of writers', async () => {
    await install(all());
    const before = await findObjectIds();
    await client.query('BEGIN');
    await client.query(`INSERT INTO things (name) VALUES ('held')`);
    await install(all());
    await client.query('COMMIT');
    expect(await findObjectIds()).toEqual(before);
  });

  it('replaces changed definitions', async () => {
    await install(all());
    const before = await findObjectIds();
    await install([trigger('BEFORE INSERT OR UPDATE'), index('lower(name)'), appendFunction('?')]);
    const after = await findObjectIds();
    expect(after.things_ix).not.toBe(before.things_ix);
    expect(after.trigger).not.toBe(before.trigger);
    expect(after.function).toBe(before.function);
    expect(await insertRow()).toBe('a?');
  });

  it('restores definitions that an older release or a person has replaced', async () => {
    await install(all());
    const { rows } = await client.query('SELECT count(*) FROM definitions.installed');
    // Earlier releases recreated missing definitions at every start.
    await client.query(`
      CREATE OR REPLACE FUNCTION things_shout() RETURNS trigger AS $$
      BEGIN NEW.name := 'older'; RETURN NEW; END $$ LANGUAGE plpgsql;
      DROP TRIGGER things_shout ON things;
      CREATE TRIGGER things_shout AFTER INSERT ON things FOR EACH ROW EXECUTE FUNCTION things_shout();
      COMMENT ON TRIGGER things_shout ON things IS 'digest';
      DROP INDEX things_ix`);
    await install(all());
    expect(await findNames()).toEqual(['function', 'things_ix', 'trigger']);
    expect(await insertRow()).toBe('a!');
    expect((await client.query('SELECT count(*) FROM definitions.installed')).rows).toEqual(rows);
  });

  it('adopts existing definitions without a record, and does not recreate them', async () => {
    await install(all());
    await client.query(`DELETE FROM definitions.installed WHERE name LIKE 'things%'`);
    const before = await findObjectIds();
    await install(all());
    expect(await findObjectIds()).toEqual(before);
    await install([]);
    expect(await findNames()).toEqual([]);
  });

  it('removes definitions that no feature has any more, and no others', async () => {
    await client.query('CREATE INDEX theirs_ix ON things (name)');
    await install(all());
    await install([appendFunction()], false);
    expect(await findNames()).toEqual(['function', 'things_ix', 'trigger']);
    await install([appendFunction()]);
    expect(await findNames()).toEqual(['function']);
    await install([]);
    expect(await findNames()).toEqual([]);
    const { rows } = await client.query(`SELECT to_regclass('theirs_ix') AS kept`);
    expect(rows).toEqual([{ kept: 'theirs_ix' }]);
  });

  it('keeps a removed function while another trigger calls it', async () => {
    await install([appendFunction()]);
    await client.query(
      'CREATE TRIGGER theirs BEFORE INSERT ON things FOR EACH ROW EXECUTE FUNCTION things_shout()',
    );
    await install([]);
    expect(await findNames()).toEqual(['function']);
    await client.query('DROP TRIGGER theirs ON things');
    await install([]);
    expect(await findNames()).toEqual([]);
  });

  it('skips a unique index while duplicates exist, and creates it later', async () => {
    const onDuplicates = jest.fn(() => Promise.resolve());
    const create = 'CREATE UNIQUE INDEX things_ix ON things (name)';
    const unique: Definition = { kind: 'index', name: 'things_ix', table: 'things', create };
    await client.query(`INSERT INTO things (name) VALUES ('same'), ('same')`);
    await install([{ ...unique, onDuplicates }]);
    expect(onDuplicates).toHaveBeenCalledTimes(1);
    expect(await findNames()).toEqual([]);
    await expect(install([unique])).rejects.toMatchObject({ code: '23505' });
    await client.query('TRUNCATE things');
    await install([{ ...unique, onDuplicates }]);
    expect(onDuplicates).toHaveBeenCalledTimes(1);
    expect(await findNames()).toEqual(['things_ix']);
  });
});
