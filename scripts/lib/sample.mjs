import { computeFingerprint } from './build.mjs';
import { inRoot } from './paths.mjs';

const program = inRoot('scripts/programs/seed.mjs');

/** Strapi's settings table, where the database records which sample it contains. */
const TABLE = 'strapi_core_store_settings';
const KEY = 'demo_sample';

const computeSampleFingerprint = () => computeFingerprint(['database/sample', 'scripts/sample']);

/**
 * @typedef {{ line?: string, done?: number, total?: number }} Told messages that the program
 * reports
 */

/** @param {string} url */
const connect = async (url) => {
  const { default: pg } = await import('pg');
  const client = new pg.Client(url);
  await client.connect();
  return client;
};

/** @param {string} url */
const readLoadedFingerprint = async (url) => {
  const client = await connect(url);
  try {
    /** @type {{ rows: { found: string | null }[] }} */
    const { rows } = await client.query('SELECT to_regclass($1) AS found', [TABLE]);
    if (!rows[0]?.found) return undefined;
    /** @type {{ rows: { value: string }[] }} */
    const result = await client.query(`SELECT value FROM ${TABLE} WHERE key = $1`, [KEY]);
    return result.rows[0]?.value;
  } finally {
    await client.end();
  }
};

/** @param {string} url @param {string} value */
const rememberSample = async (url, value) => {
  const client = await connect(url);
  try {
    await client.query(`DELETE FROM ${TABLE} WHERE key = $1`, [KEY]);
    await client.query(`INSERT INTO ${TABLE} (key, value, type) VALUES ($1, $2, 'string')`, [
      KEY,
      value,
    ]);
  } finally {
    await client.end();
  }
};

/**
 * A high limit: nobody waits for a response here, and a machine that builds and loads at once is
 * slow.
 */
const PATIENCE_MS = '30000';

/**
 * Loads the sample catalogue.
 *
 * @param {import('./command.mjs').Command} command
 * @param {Record<string, string>} env
 */
export const loadSample = async (command, env) => {
  await command.step('Loading the sample catalogue', (progress) =>
    command.mustRun(process.execPath, ['--no-deprecation', program], {
      env: { DATABASE_TIMEOUT_MS: PATIENCE_MS, ...env },
      onMessage: (message) => {
        const { line, done = 0, total = 1 } = /** @type {Told} */ (message);
        if (line !== undefined) progress.say(line);
        else progress.at(done, total);
      },
    }),
  );
};

/**
 * Loads the sample catalogue into a database that does not contain it, or contains another version.
 *
 * @param {import('./command.mjs').Command} command
 * @param {Record<string, string>} env
 */
export const ensureSample = async (command, env) => {
  const currentFingerprint = computeSampleFingerprint();
  const url = env.DATABASE_URL ?? '';
  if ((await readLoadedFingerprint(url)) === currentFingerprint) return;
  await loadSample(command, env);
  await rememberSample(url, currentFingerprint);
};
