import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../ports.mjs';
import { findServerAccount } from './account.mjs';
import { prepareServerBinaries } from './binaries.mjs';
import { forgetDeadServer, findRunningServer } from './pid-file.mjs';
import { ensureBaseFolder, ensureClusterPassword, testPlace } from './place.mjs';

/**
 * A PostgreSQL server of the project, with one data folder per purpose. Several commands can share
 * a server: the first one starts it, and the last one stops it. Each command holds a connection,
 * which ends with its process, so the open connections show who uses the server.
 *
 * The server runs in its own session, so a Ctrl-C in the terminal reaches the commands but not
 * their database.
 */

const SUPERUSER = 'postgres';
const HOLDER = 'education-cms command';

const baseConfiguration = `
# Written by scripts/lib/postgres.
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
timezone = 'UTC'
log_timezone = 'UTC'
`;

/**
 * @type {Record<string, string>} Settings for tests, whose data may be lost when the machine
 * crashes.
 */
const forTests = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // It would visit databases that live for seconds, and templates that are being copied.
  autovacuum: 'off',
  // Limited because the data folder may be in memory.
  max_wal_size: '256MB',
};

/**
 * @param {string} program
 * @param {string[]} args
 * @param {import('./account.mjs').Account} account
 */
const run = (program, args, account) =>
  new Promise(
    (/** @type {(result: { code: number | null, output: string }) => void} */ resolve, reject) => {
      // The server inherits these streams and keeps them open, so a pipe to it would never close.
      const child = spawn(program, args, {
        ...account,
        cwd: '/',
        env: { ...process.env, LC_ALL: 'C' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      child.stdout.on('data', (/** @type {Buffer} */ chunk) => (output += chunk.toString()));
      child.stderr.on('data', (/** @type {Buffer} */ chunk) => (output += chunk.toString()));
      child.once('error', reject);
      child.once('exit', (code) => {
        resolve({ code, output });
      });
    },
  );

/**
 * @param {{ cluster: string, isForTests?: boolean, packages?: string }} options
 */
const layOut = ({ cluster, isForTests = false, packages }) => {
  const account = findServerAccount();
  const base = isForTests ? testPlace(account) : ensureBaseFolder(account);
  return {
    account,
    base,
    data: path.join(base, cluster),
    log: path.join(base, `${cluster}.log`),
    password: ensureClusterPassword(cluster),
    programs: prepareServerBinaries({
      account,
      base: ensureBaseFolder(account),
      ...(packages !== undefined && { packages }),
    }),
    settings: isForTests ? forTests : {},
  };
};

/** @typedef {ReturnType<typeof layOut>} Place */

/**
 * Returns arguments for a collation that sorts by code point but supports case conversion of
 * letters such as É. Before PostgreSQL 17 only the system's locales can do that.
 *
 * @param {number} major
 */
const buildLocaleArguments = (major) =>
  major < 17
    ? ['--locale=C.UTF-8']
    : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/**
 * Creates the data folder under another name first, so that an interrupted one is not mistaken for
 * a complete one.
 *
 * @param {Place} place
 */
const initialise = async ({ account, base, data, password, programs }) => {
  const partial = `${data}.${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const passwordFile = path.join(base, `.password-${process.pid}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) {
    chownSync(partial, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  try {
    const { code, output } = await run(
      programs.initdb,
      [
        `--pgdata=${partial}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        ...buildLocaleArguments(programs.major),
        '--no-instructions',
      ],
      account,
    );
    if (code !== 0) throw new Error(`PostgreSQL's data folder could not be made:\n${output}`);
    appendFileSync(path.join(partial, 'postgresql.conf'), baseConfiguration);
    try {
      renameSync(partial, data);
    } catch (error) {
      // Another command has created it at the same time.
      if (!existsSync(data)) throw error;
    }
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(partial, { recursive: true, force: true });
  }
};

/** @param {Place} place */
const launchServer = async ({ account, data, log, programs, settings }) => {
  const port = await findFreePort();
  const options = [
    `-p ${port}`,
    ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
  ];
  if (account && !existsSync(log)) writeFileSync(log, '');
  if (account) chownSync(log, account.uid, account.gid);
  return run(
    programs.pgCtl,
    ['start', '-D', data, '-l', log, '-w', '-t', '60', '-o', options.join(' ')],
    account,
  );
};

/**
 * @param {Place} place
 * @param {number} port
 */
const connect = async ({ password }, port) => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    application_name: HOLDER,
  });
  // A query reports the loss of the server; without this handler, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/**
 * Connects to the server of this data folder, and starts it if necessary.
 *
 * @param {Place} place
 */
const attach = async (place) => {
  let reason = '';
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    const running = findRunningServer(place.data);
    if (running) {
      try {
        return { client: await connect(place, running.port), port: running.port };
      } catch (error) {
        // The server is starting or stopping, or another command left one with another password.
        reason = String(error);
        if (reason.includes('password authentication failed')) break;
        await sleep(200);
        continue;
      }
    }
    forgetDeadServer(place.data);
    if (!existsSync(place.data)) await initialise(place);
    const { code, output } = await launchServer(place);
    reason = code === 0 ? reason : output;
    if (code !== 0) await sleep(500);
  }
  throw new Error(
    `PostgreSQL did not start (data in ${place.data}): ${reason}\n${readLastLines(place.log)}`,
  );
};

/** @param {string} file */
const readLastLines = (file) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-15).join('\n') : '';

/**
 * Starts the project's PostgreSQL server for a purpose, or joins the running one.
 *
 * @param {{ cluster: string, isForTests?: boolean, packages?: string }} options cluster: name of
 * its data folder; packages: the `node_modules` folder of its programs, the project's by default
 */
export const startPostgres = async (options) => {
  const place = layOut(options);
  const { client, port } = await attach(place);
  let isStopped = false;

  return {
    port,
    data: place.data,
    /** @param {string} database */
    url: (database) => `postgresql://${SUPERUSER}:${place.password}@127.0.0.1:${port}/${database}`,

    /** Creates the database if it does not exist. @param {string} database */
    ensureDatabase: async (database) => {
      const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
        database,
      ]);
      if (rowCount === 0)
        await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
    },

    /** Returns the number of commands that use the server, including this one. */
    holders: async () => {
      /** @type {{ rows: { count: number }[] }} */
      const { rows } = await client.query(
        'SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1',
        [HOLDER],
      );
      return rows[0]?.count ?? 0;
    },

    /** Disconnects from the server, and stops it unless another command uses it. */
    stop: async () => {
      if (isStopped) return;
      isStopped = true;
      const others = await client
        .query(
          'SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
          [HOLDER],
        )
        .catch(() => ({ rowCount: 0 }));
      await client.end().catch(() => undefined);
      if (others.rowCount) return;
      const { code, output } = await run(
        place.programs.pgCtl,
        ['stop', '-D', place.data, '-m', 'fast', '-w', '-t', '60'],
        place.account,
      );
      if (code !== 0 && findRunningServer(place.data)) {
        throw new Error(`PostgreSQL did not stop: ${output}`);
      }
    },
  };
};

/** @typedef {Awaited<ReturnType<typeof startPostgres>>} Postgres */
