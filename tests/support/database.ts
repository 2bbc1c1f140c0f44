import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { count, onFileEnd } from './host';

const root = path.resolve(__dirname, '../..');

/** A database of one suite, with the folder of its uploads. */
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

/** Another suite may request the same one at the same time; the program handles it. */
const makeTemplate = (kind: keyof typeof templates) =>
  promisify(execFile)(process.execPath, [
    path.join(root, 'scripts/programs/test-template.mjs'),
    kind,
  ]);

/** The first PostgreSQL with a choice of copy strategies for databases. */
const KNOWS_STRATEGIES = 150_000;

/** Copying its files takes a third of the time of copying page by page through the log. */
const strategyOf = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`,
  );
  return (rows[0]?.version ?? 0) >= KNOWS_STRATEGIES ? 'STRATEGY file_copy' : '';
};

type Template = { seed?: boolean };

const fill = async (name: string, publicDir: string, { seed = false }: Template): Promise<void> => {
  const kind = seed ? 'sample' : 'empty';
  count('database');
  const template = variable(templates[kind]);
  await onServer(async (client) => {
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (existing.rowCount === 0) await makeTemplate(kind);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} ${await strategyOf(client)}`);
  });
  mkdirSync(path.join(publicDir, 'uploads'), { recursive: true });
  const uploaded = publicFolder(template);
  if (existsSync(uploaded)) cpSync(uploaded, publicDir, { recursive: true });
};

type DatabaseAddress = Omit<TestDatabase, 'drop'>;

/** Deletes a database and its files, even with open connections. */
export const deleteDatabase = async ({ url, publicDir }: DatabaseAddress): Promise<void> => {
  const name = new URL(url).pathname.slice(1);
  rmSync(publicDir, { recursive: true, force: true });
  await onServer((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
};

/** Replaces a database and its files, for clients that are connected and will reconnect. */
export const refillDatabase = async (place: DatabaseAddress, template: Template): Promise<void> => {
  await deleteDatabase(place);
  await fill(new URL(place.url).pathname.slice(1), place.publicDir, template);
};

/** Creates a database like `createDatabase`, which the caller must drop. */
export const makeDatabase = async (template: Template = {}): Promise<TestDatabase> => {
  const name = `${variable('TEST_RUN')}_${randomBytes(4).toString('hex')}`;
  const url = new URL(variable('TEST_SERVER_URL'));
  url.pathname = `/${name}`;
  const place = { url: url.href, publicDir: publicFolder(name) };
  await fill(name, place.publicDir, template);
  return { ...place, drop: () => deleteDatabase(place) };
};

/**
 * Creates a database with Strapi's tables, and optionally the sample catalogue. It is dropped after the file's last
 * test at the latest.
 */
export const createDatabase = async (template: Template = {}): Promise<TestDatabase> => {
  const database = await makeDatabase(template);
  const drop = async (): Promise<void> => {
    await database.drop();
    forget();
  };
  const forget = onFileEnd(drop);
  return { ...database, drop };
};
