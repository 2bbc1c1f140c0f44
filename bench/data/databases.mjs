import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { computeFingerprint } from '../../scripts/lib/build.mjs';
import { Refusal, logFile } from '../../scripts/lib/command.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { startPostgres } from '../../scripts/lib/postgres/index.mjs';
import { environmentOf } from '../targets/environment.mjs';

/** @typedef {import('../../scripts/lib/command.mjs').Command} Command */

const PREFIX = 'cms_bench';

/**
 * Maximum size of catalogues for stock Strapi. Larger ones have students and orders and are
 * measured for this project only, because copies need disk space.
 */
const MOST_FOR_STOCK = 10_000;

export const publicDir = inRoot('.tmp/bench/public');

/** @param {Command} command */
const serverOf = async (command) => {
  const databaseUrl = process.env.DATABASE_URL?.trim();
  if (databaseUrl) return databaseUrl;
  try {
    const postgres = await startPostgres({ cluster: 'postgres-bench' });
    command.onEnd(postgres.stop);
    return postgres.url('postgres');
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
};

/** Returns a digest of everything that determines the content of a database. */
const edition = () => {
  const hash = computeFingerprint(['bench/data', 'src/api', 'src/components'], {
    except: (name) => name.startsWith('src/api') && !name.endsWith('schema.json'),
  });
  return createHash('sha256').update(hash).digest('hex').slice(0, 10);
};

/**
 * Opens the databases of the benchmarks. They are created on first use, and kept between runs as
 * long as their sources stay the same.
 *
 * @param {Command} command
 */
export const openDatabases = async (command) => {
  mkdirSync(`${publicDir}/uploads`, { recursive: true });
  const server = await command.step('Starting PostgreSQL', () => serverOf(command));
  const { default: pg } = await import('pg');
  const client = new pg.Client(server);
  await client.connect();
  command.onEnd(() => client.end());
  const current = edition();

  const addressOf = (/** @type {string} */ name) => {
    const address = new URL(server);
    address.pathname = `/${name}`;
    return address.href;
  };

  /** @type {() => Promise<string[]>} */
  const listDatabases = async () => {
    /** @type {{ rows: { datname: string }[] }} */
    const { rows } = await client.query('SELECT datname FROM pg_database');
    return rows.map(({ datname }) => datname).filter((name) => name.startsWith(PREFIX));
  };

  for (const name of await listDatabases()) {
    if (!name.endsWith(current)) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  /** @param {string} name @param {(unfinished: string) => Promise<unknown>} make */
  const ensure = async (name, make) => {
    if ((await listDatabases()).includes(name)) return addressOf(name);
    const unfinished = `${PREFIX}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await make(unfinished);
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
    return addressOf(name);
  };

  const nameOf = (/** @type {number} */ size, kind = 'ours') =>
    `${PREFIX}_${size}_${kind}_${current}`;

  /** @param {number} size */
  const generate = (size) =>
    ensure(nameOf(size), (unfinished) =>
      command.step(`Making a catalogue of ${size} products`, async () => {
        await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0 ENCODING 'UTF8'`);
        const program = [inRoot('bench/data/load.mjs'), String(size)];
        if (size > MOST_FOR_STOCK) program.push('people');
        await command.mustRun(process.execPath, program, {
          env: { ...process.env, ...environmentOf(addressOf(unfinished), publicDir) },
          log: logFile(`bench-load-${size}`),
        });
      }),
    );

  /** @param {number} size */
  const copy = (size) =>
    ensure(nameOf(size, 'stock'), async (unfinished) => {
      await client.query(`CREATE DATABASE ${unfinished} TEMPLATE ${nameOf(size)}`);
      const copied = new pg.Client(addressOf(unfinished));
      await copied.connect();
      try {
        await copied.query(`DO $$ DECLARE t record; BEGIN
          FOR t IN SELECT tgname, tgrelid::regclass AS owner FROM pg_trigger WHERE NOT tgisinternal
          LOOP EXECUTE format('DROP TRIGGER %I ON %s', t.tgname, t.owner); END LOOP; END $$`);
        await copied.query('VACUUM ANALYZE');
      } finally {
        await copied.end();
      }
    });

  /**
   * Returns the URL of a separate copy of a catalogue, for figures that change all of it. The next
   * copy or the end of the run deletes it.
   *
   * @param {number} size
   */
  const scratch = async (size) => {
    await generate(size);
    const name = `${PREFIX}_scratch_${current}`;
    const drop = async () => {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    };
    await drop();
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${nameOf(size)}`);
    command.onEnd(drop);
    return addressOf(name);
  };

  /** @param {number} size */
  const pair = async (size) => {
    const ours = await generate(size);
    // Copied now, because a database in use cannot be copied.
    return { ours, stock: size > MOST_FOR_STOCK ? '' : await copy(size) };
  };

  /** @type {Map<number, ReturnType<typeof pair>>} */
  const pairs = new Map();

  /**
   * Returns the URLs of a catalogue with that many products: one for this project, and a copy for
   * stock Strapi without the database objects that this project adds.
   *
   * @param {number} size
   */
  const open = (size) => {
    const existing = pairs.get(size) ?? pair(size);
    pairs.set(size, existing);
    return existing;
  };

  return Object.assign(open, { scratch });
};

/** @typedef {Awaited<ReturnType<typeof openDatabases>>} Databases */
