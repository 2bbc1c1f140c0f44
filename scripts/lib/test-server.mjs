import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { computeFingerprint, listServerFiles } from './build.mjs';
import { inRoot } from './paths.mjs';
import { findServerAccount } from './postgres/account.mjs';
import { startPostgres } from './postgres/index.mjs';
import { testPlace } from './postgres/place.mjs';

const PREFIX = 'cms_test';

/**
 * Environment variables from which tests/support creates a database for each suite.
 *
 * @typedef {object} TestServer
 * @property {string} TEST_SERVER_URL a database of the server to create others from
 * @property {string} TEST_RUN prefix of the names of this run's databases
 * @property {string} TEST_TEMPLATE the database with empty tables
 * @property {string} TEST_SAMPLE the database with the sample catalogue, created when first
 * requested
 * @property {string} TEST_PUBLIC the folder with one upload folder for each database
 */

/** @param {string} url */
const connect = async (url) => {
  const { default: pg } = await import('pg');
  const client = new pg.Client(url);
  await client.connect();
  return client;
};

/**
 * Drops databases, with their uploaded files.
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
      rmSync(getPublicFolder(datname), { recursive: true, force: true });
    }
  } finally {
    await client.end();
  }
};

/**
 * Matches code that creates database objects besides Strapi's tables, or stores data in the
 * database.
 */
const WRITES_AT_START =
  /\bCREATE (OR REPLACE |UNIQUE )?(SCHEMA|TABLE|FUNCTION|INDEX|TRIGGER|EXTENSION)\b|\bALTER TABLE\b|\/database\/installer|\.store\(\{/;

/**
 * Lists the sources that determine the content of a new database. Other changes leave the templates
 * valid: a service that starts on a copy updates it, as in an upgrade.
 */
const listTableSources = () => [
  ...listServerFiles().filter(
    (file) =>
      file.endsWith('/schema.json') ||
      file.startsWith('src/components/') ||
      file === 'src/platform/releases/release.ts' ||
      // The functions of the search index are composed of several files.
      file.startsWith('src/plugins/search/server/') ||
      (file.endsWith('.ts') && WRITES_AT_START.test(readFileSync(inRoot(file), 'utf8'))),
  ),
  'package-lock.json',
  'database/migrations',
  'scripts/programs/test-template.mjs',
];

/**
 * Returns digests of the templates' sources, which end their names. Strapi stores times in the time
 * zone of its process, so that a template serves one zone only.
 */
const computeTemplateDigests = () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const computeShortDigest = (/** @type {string[]} */ places) =>
    createHash('sha256')
      .update(`${computeFingerprint(places)} ${timeZone}`)
      .digest('hex')
      .slice(0, 12);
  const tables = listTableSources();
  return {
    empty: computeShortDigest(tables),
    sample: computeShortDigest([...tables, 'database/sample', 'scripts/sample']),
  };
};

/**
 * Starts the PostgreSQL server of the tests. With DATABASE_URL it uses that server, in databases
 * that are dropped afterwards. Otherwise it uses the project's own server and keeps the templates
 * for the next run. TEST_TEMPLATES=exact creates them again from the current sources.
 *
 * @param {import('./command.mjs').Command} command
 * @returns {Promise<TestServer>}
 */
export const startTestServer = async (command) => {
  const run = `${PREFIX}_${randomBytes(4).toString('hex')}`;
  const databaseUrl = process.env.DATABASE_URL?.trim();
  const ownServer = databaseUrl
    ? undefined
    : await startPostgres({ cluster: 'postgres-test', isForTests: true });
  if (ownServer) command.onEnd(ownServer.stop);
  const url = ownServer?.url('postgres') ?? databaseUrl ?? '';
  const { empty, sample } = computeTemplateDigests();
  const sharedDatabases = {
    empty: `${PREFIX}_empty_${empty}`,
    sample: `${PREFIX}_sample_${sample}`,
  };
  const ofThisRun = { empty: `${run}_empty`, sample: `${run}_sample` };
  const templates =
    ownServer && process.env.TEST_TEMPLATES !== 'exact' ? sharedDatabases : ofThisRun;
  if ((await ownServer?.holders()) === 1) {
    // Databases of a killed run, and templates of other models or another sample.
    await dropDatabases(
      url,
      (name) => name.startsWith(PREFIX) && !Object.values(sharedDatabases).includes(name),
    );
  }
  command.onEnd(() => dropDatabases(url, (name) => name.startsWith(run)));
  return {
    TEST_SERVER_URL: url,
    TEST_RUN: run,
    TEST_TEMPLATE: templates.empty,
    TEST_SAMPLE: templates.sample,
    TEST_PUBLIC: getPublicRoot(),
  };
};

/** Returns the folder that contains an upload folder for each database. */
const getPublicRoot = () => path.join(testPlace(findServerAccount()), 'test-public');

/** Returns the upload folder of a database. @param {string} database */
export const getPublicFolder = (database) => path.join(getPublicRoot(), database);
