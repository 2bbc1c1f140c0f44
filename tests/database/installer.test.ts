import { Client } from 'pg';
import { installDefinitions, type Definition } from '../../src/platform/database/installer';
import { featuresOf } from '../../src/feature/application';
import { startApp, type App } from '../support/app';

let app: App;
let client: Client;

const index = (column = 'name'): Definition => ({
  kind: 'index',
  name: 'things_ix',
  table: 'things',
  create: `CREATE INDEX things_ix ON things (${column})`,
});

const shout = (how = '!'): Definition => ({
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

const all = (): Definition[] => [trigger(), index(), shout()];

/** All definitions of the service, and some of this test. */
const install = (definitions: readonly Definition[], removes = true): Promise<void> => {
  const { strapi } = app;
  const own = featuresOf({ strapi }).flatMap((one) => one.definitions?.({ strapi }) ?? []);
  return installDefinitions({ strapi }, [...own, ...definitions], { removes });
};

/** Returns the object ids of the definitions: another id means that it was recreated. */
const present = async (): Promise<Record<string, number>> => {
  const { rows } = await client.query<{ name: string; oid: number }>(
    `SELECT relname AS name, oid FROM pg_class WHERE relname = 'things_ix'
     UNION ALL SELECT 'trigger', oid FROM pg_trigger WHERE tgname = 'things_shout'
     UNION ALL SELECT 'function', oid FROM pg_proc WHERE proname = 'things_shout'`,
  );
  return Object.fromEntries(rows.map(({ name, oid }) => [name, oid]));
};

const names = async (): Promise<string[]> => Object.keys(await present()).sort();

/** Returns the name of a row after it is stored. */
const stored = async (): Promise<string | undefined> => {
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

describe('the installer', () => {
  it('should record everything that the features define, and find it as it was at the next start', async () => {
    const { strapi } = app;
    const own = featuresOf({ strapi }).flatMap((one) => one.definitions?.({ strapi }) ?? []);
    const recorded = async (): Promise<unknown[]> =>
      (await client.query<object>('SELECT * FROM definitions.installed ORDER BY 1, 2, 3')).rows;
    const before = await recorded();
    expect(before).toHaveLength(
      own.filter(({ kind }) => kind !== 'table' && kind !== 'extension').length,
    );
    await install([]);
    expect(await recorded()).toEqual(before);
  });

  it('should make what is missing, in an order that works', async () => {
    await install(all());
    expect(await names()).toEqual(['function', 'things_ix', 'trigger']);
    expect(await stored()).toBe('a!');
  });

  it('should leave alone what is there, and wait for nobody who writes', async () => {
    await install(all());
    const before = await present();
    await client.query('BEGIN');
    await client.query(`INSERT INTO things (name) VALUES ('held')`);
    await install(all());
    await client.query('COMMIT');
    expect(await present()).toEqual(before);
  });

  it('should replace what has changed', async () => {
    await install(all());
    const before = await present();
    await install([trigger('BEFORE INSERT OR UPDATE'), index('lower(name)'), shout('?')]);
    const after = await present();
    expect(after.things_ix).not.toBe(before.things_ix);
    expect(after.trigger).not.toBe(before.trigger);
    expect(after.function).toBe(before.function);
    expect(await stored()).toBe('a?');
  });

  it('should notice what an older release, or somebody by hand, has replaced', async () => {
    await install(all());
    const { rows } = await client.query('SELECT count(*) FROM definitions.installed');
    // Like earlier releases at every start, when their definitions were missing.
    await client.query(`
      CREATE OR REPLACE FUNCTION things_shout() RETURNS trigger AS $$
      BEGIN NEW.name := 'older'; RETURN NEW; END $$ LANGUAGE plpgsql;
      DROP TRIGGER things_shout ON things;
      CREATE TRIGGER things_shout AFTER INSERT ON things FOR EACH ROW EXECUTE FUNCTION things_shout();
      COMMENT ON TRIGGER things_shout ON things IS 'digest';
      DROP INDEX things_ix`);
    await install(all());
    expect(await names()).toEqual(['function', 'things_ix', 'trigger']);
    expect(await stored()).toBe('a!');
    expect((await client.query('SELECT count(*) FROM definitions.installed')).rows).toEqual(rows);
  });

  it('should take over what a release without a record has made, without making it anew', async () => {
    await install(all());
    await client.query(`DELETE FROM definitions.installed WHERE name LIKE 'things%'`);
    const before = await present();
    await install(all());
    expect(await present()).toEqual(before);
    await install([]);
    expect(await names()).toEqual([]);
  });

  it('should remove what nobody hands in any more, and nothing else', async () => {
    await client.query('CREATE INDEX theirs_ix ON things (name)');
    await install(all());
    await install([shout()], false);
    expect(await names()).toEqual(['function', 'things_ix', 'trigger']);
    await install([shout()]);
    expect(await names()).toEqual(['function']);
    await install([]);
    expect(await names()).toEqual([]);
    const { rows } = await client.query(`SELECT to_regclass('theirs_ix') AS kept`);
    expect(rows).toEqual([{ kept: 'theirs_ix' }]);
  });

  it('should leave a function that something else still calls until a later start', async () => {
    await install([shout()]);
    await client.query(
      'CREATE TRIGGER theirs BEFORE INSERT ON things FOR EACH ROW EXECUTE FUNCTION things_shout()',
    );
    await install([]);
    expect(await names()).toEqual(['function']);
    await client.query('DROP TRIGGER theirs ON things');
    await install([]);
    expect(await names()).toEqual([]);
  });

  it('should start without a unique index that rows stand in the way of, and try again', async () => {
    const onDuplicates = jest.fn(() => Promise.resolve());
    const create = 'CREATE UNIQUE INDEX things_ix ON things (name)';
    const unique: Definition = { kind: 'index', name: 'things_ix', table: 'things', create };
    await client.query(`INSERT INTO things (name) VALUES ('same'), ('same')`);
    await install([{ ...unique, onDuplicates }]);
    expect(onDuplicates).toHaveBeenCalledTimes(1);
    expect(await names()).toEqual([]);
    await expect(install([unique])).rejects.toMatchObject({ code: '23505' });
    await client.query('TRUNCATE things');
    await install([{ ...unique, onDuplicates }]);
    expect(onDuplicates).toHaveBeenCalledTimes(1);
    expect(await names()).toEqual(['things_ix']);
  });
});
