import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fingerprint, serverFiles } from './build.mjs';
import { inRoot } from './paths.mjs';
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
 * Drops databases, with the files that were uploaded along with them.
 *
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
      rmSync(publicFolder(datname), { recursive: true, force: true });
    }
  } finally {
    await client.end();
  }
};

/** Code that makes something in the database beside Strapi's tables, or remembers there what it has done. */
const WRITES_AT_START =
  /\bCREATE (OR REPLACE |UNIQUE )?(SCHEMA|TABLE|FUNCTION|INDEX|TRIGGER|EXTENSION)\b|\bALTER TABLE\b|\/database\/installer|\.store\(\{/;

/**
 * Lists the sources that decide what a start makes of an empty database. Other code leaves the templates as they are: a
 * service that starts on a copy brings it up to date, as in an upgrade.
 */
const sourcesOfTables = () => [
  ...serverFiles().filter(
    (file) =>
      file.endsWith('/schema.json') ||
      file.startsWith('src/components/') ||
      file === 'src/platform/releases/release.ts' ||
      (file.endsWith('.ts') && WRITES_AT_START.test(readFileSync(inRoot(file), 'utf8'))),
  ),
  'package-lock.json',
  'database/migrations',
  'scripts/programs/test-template.mjs',
];

/** What the templates are made of, as the ends of their names. */
const editions = () => {
  const short = (/** @type {string[]} */ places) => fingerprint(places).slice(0, 12);
  const tables = sourcesOfTables();
  return {
    empty: short(tables),
    sample: short([...tables, 'database/sample', 'scripts/sample']),
  };
};

/**
 * The PostgreSQL that the tests run on: the one DATABASE_URL names, in databases that are gone
 * afterwards, or the project's own, where what suites start from is kept for the next run. With
 * TEST_TEMPLATES=exact it is made anew from these sources.
 *
 * @param {import('./command.mjs').Command} command
 * @returns {Promise<TestServer>}
 */
export const startTestServer = async (command) => {
  const run = `${PREFIX}_${randomBytes(4).toString('hex')}`;
  const given = process.env.DATABASE_URL?.trim();
  const own = given
    ? undefined
    : await startPostgres({ cluster: 'postgres-test', isForTests: true });
  if (own) command.onEnd(own.stop);
  const url = own?.url('postgres') ?? given ?? '';
  const { empty, sample } = editions();
  const kept = { empty: `${PREFIX}_empty_${empty}`, sample: `${PREFIX}_sample_${sample}` };
  const ofThisRun = { empty: `${run}_empty`, sample: `${run}_sample` };
  const templates = own && process.env.TEST_TEMPLATES !== 'exact' ? kept : ofThisRun;
  if ((await own?.holders()) === 1) {
    // Those of a run that was killed, and templates of other models or another sample.
    await dropDatabases(
      url,
      (name) => name.startsWith(PREFIX) && !Object.values(kept).includes(name),
    );
  }
  command.onEnd(() => dropDatabases(url, (name) => name.startsWith(run)));
  return {
    TEST_SERVER_URL: url,
    TEST_RUN: run,
    TEST_TEMPLATE: templates.empty,
    TEST_SAMPLE: templates.sample,
    TEST_PUBLIC: publicFolders(),
  };
};

/** The folder that holds one for each database, for the files uploaded along with it. */
const publicFolders = () => path.join(testPlace(serverAccount()), 'test-public');

/** The folder of the files uploaded along with a database. @param {string} database */
export const publicFolder = (database) => path.join(publicFolders(), database);
