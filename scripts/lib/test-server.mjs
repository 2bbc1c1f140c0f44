import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dist, fingerprint } from './build.mjs';
import { serverAccount } from './postgres/account.mjs';
import { startPostgres } from './postgres/index.mjs';
import { testPlace } from './postgres/place.mjs';

const PREFIX = 'cms_test';

/**
 * What tests/support needs to know to give each suite a database of its own, handed down as variables.
 *
 * @typedef {object} TestServer
 * @property {string} TEST_SERVER_URL a database of the server to make others from
 * @property {string} TEST_RUN what the names of this run's databases begin with
 * @property {string} TEST_TEMPLATE the database with the tables and nothing in them
 * @property {string} TEST_SAMPLE the database with the sample catalogue, made when first asked for
 * @property {string} TEST_PUBLIC the folder with one for each database, for what is uploaded along with it
 */

/** @param {string} url */
const connect = async (url) => {
  const { default: pg } = await import('pg');
  const client = new pg.Client(url);
  await client.connect();
  return client;
};

/**
 * @param {string} url
 * @param {(name: string) => boolean} isMeant
 */
const dropDatabases = async (url, isMeant) => {
  const client = await connect(url);
  try {
    /** @type {{ rows: { datname: string }[] }} */
    const { rows } = await client.query('SELECT datname FROM pg_database WHERE NOT datistemplate');
    for (const { datname } of rows.filter(({ datname }) => isMeant(datname))) {
      await client.query(
        `DROP DATABASE IF EXISTS ${client.escapeIdentifier(datname)} WITH (FORCE)`,
      );
    }
  } finally {
    await client.end();
  }
};

/** Changes with everything that decides what is in the database that suites start from. */
const editions = () => {
  const compiled = path.join(dist, 'config.stamp');
  const code = existsSync(compiled) ? readFileSync(compiled, 'utf8') : '';
  const sample = fingerprint(['database', 'scripts/sample', 'scripts/programs/test-template.mjs'], {
    salt: code,
  });
  const short = (/** @type {string} */ text) =>
    createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { empty: short(code), sample: short(sample) };
};

/**
 * The newest database that suites started from, whatever sources made it: the service brings its tables up to date
 * when it starts, as in an upgrade. What a suite finds in it may differ from what the sources would make.
 *
 * @param {string} url
 * @param {string} kind
 */
const newestTemplate = async (url, kind) => {
  const client = await connect(url);
  try {
    /** @type {{ rows: { datname: string }[] }} */
    const { rows } = await client.query(
      'SELECT datname FROM pg_database WHERE datname ~ $1 ORDER BY oid DESC LIMIT 1',
      [`^${PREFIX}_${kind}_[0-9a-f]+$`],
    );
    return rows[0]?.datname;
  } finally {
    await client.end();
  }
};

/**
 * The PostgreSQL that the tests run on: the one DATABASE_URL names, in databases that are gone
 * afterwards, or the project's own, where what suites start from is kept for the next run.
 *
 * @param {import('./command.mjs').Command} command
 * @returns {Promise<TestServer>}
 */
export const startTestServer = async (command) => {
  const run = `${PREFIX}_${randomBytes(4).toString('hex')}`;
  const { empty, sample } = editions();
  const given = process.env.DATABASE_URL?.trim();
  if (given) {
    command.onEnd(() => dropDatabases(given, (name) => name.startsWith(run)));
    return {
      TEST_SERVER_URL: given,
      TEST_RUN: run,
      TEST_TEMPLATE: `${run}_empty`,
      TEST_SAMPLE: `${run}_sample`,
      TEST_PUBLIC: publicFolders(),
    };
  }
  const postgres = await startPostgres({ cluster: 'postgres-test', isForTests: true });
  command.onEnd(postgres.stop);
  const url = postgres.url('postgres');
  const kept = [`${PREFIX}_empty_${empty}`, `${PREFIX}_sample_${sample}`];
  if (process.env.TEST_TEMPLATES === 'newest') {
    for (const [at, kind] of ['empty', 'sample'].entries()) {
      kept[at] = (await newestTemplate(url, kind)) ?? kept[at] ?? '';
    }
  }
  const isAlone = (await postgres.holders()) === 1;
  // Those of a run that was killed, and those made from sources that have changed since.
  if (isAlone) await dropDatabases(url, (name) => name.startsWith(PREFIX) && !kept.includes(name));
  command.onEnd(() => dropDatabases(url, (name) => name.startsWith(run)));
  return {
    TEST_SERVER_URL: url,
    TEST_RUN: run,
    TEST_TEMPLATE: kept[0] ?? '',
    TEST_SAMPLE: kept[1] ?? '',
    TEST_PUBLIC: publicFolders(),
  };
};

/** The folder that holds one for each database, for the files uploaded along with it. */
const publicFolders = () => path.join(testPlace(serverAccount()), 'test-public');

/** The folder of the files uploaded along with a database. @param {string} database */
export const publicFolder = (database) => path.join(publicFolders(), database);
