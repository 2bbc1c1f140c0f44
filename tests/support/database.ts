import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { count, onFileEnd } from './host';

const root = path.resolve(__dirname, '../..');

/** A database of a suite's own, with the folder of the files that are uploaded along with it. */
export type TestDatabase = {
  url: string;
  publicDir: string;
  drop: () => Promise<void>;
};

const variable = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error('Run the tests with: npm test -- <arguments for Jest>');
  return value;
};

const publicFolder = (name: string): string => path.join(variable('TEST_PUBLIC'), name);

const onServer = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(variable('TEST_SERVER_URL'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const templates = { empty: 'TEST_TEMPLATE', sample: 'TEST_SAMPLE' } as const;

/** Another suite may ask for the same one at the same time; the program sees to it. */
const makeTemplate = (kind: keyof typeof templates) =>
  promisify(execFile)(process.execPath, [
    path.join(root, 'scripts/programs/test-template.mjs'),
    kind,
  ]);

/** The first PostgreSQL that can be told how to copy a database. */
const KNOWS_STRATEGIES = 150_000;

/** Copying its files takes a third of the time that copying it page by page through the log does. */
const strategyOf = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`,
  );
  return (rows[0]?.version ?? 0) >= KNOWS_STRATEGIES ? 'STRATEGY file_copy' : '';
};

/**
 * Makes a database in which Strapi's tables are there already, and the sample catalogue if asked for.
 */
export const createDatabase = async ({ seed = false } = {}): Promise<TestDatabase> => {
  const kind = seed ? 'sample' : 'empty';
  count('database');
  const template = variable(templates[kind]);
  const name = `${variable('TEST_RUN')}_${randomBytes(4).toString('hex')}`;
  await onServer(async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (found.rowCount === 0) await makeTemplate(kind);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} ${await strategyOf(client)}`);
  });

  const publicDir = publicFolder(name);
  mkdirSync(path.join(publicDir, 'uploads'), { recursive: true });
  const uploaded = publicFolder(template);
  if (existsSync(uploaded)) cpSync(uploaded, publicDir, { recursive: true });

  const url = new URL(variable('TEST_SERVER_URL'));
  url.pathname = `/${name}`;
  const drop = async (): Promise<void> => {
    rmSync(publicDir, { recursive: true, force: true });
    await onServer((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    forget();
  };
  const forget = onFileEnd(drop);
  return { url: url.href, publicDir, drop };
};
