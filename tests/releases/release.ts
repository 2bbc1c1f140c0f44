import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { TestDatabase } from '../support/database';
import { testEnvironment } from '../support/environment';
import { freePort } from '../support/ports';
import { hasEnded, ROOMY } from '../support/process';
import { until } from '../support/until';
import { killOnFileEnd } from '../support/host';

const root = path.resolve(__dirname, '../..');

export type Schema = {
  attributes: Record<string, unknown>;
  options?: Record<string, unknown>;
} & Record<string, unknown>;

/** The changes that create a release. */
export type Changes = {
  /** Its number; by default that of the compiled one. */
  number?: number;
  /** Changes a JSON file below `src`, by its path. */
  schema: (file: string, change: (schema: Schema) => void) => void;
  /** Writes a file below `src`, by its path. */
  write: (file: string, content: string) => void;
};

/** A compiled release of the service in its own folder. */
export type Release = { folder: string; remove: () => void };

/** The unchanged compiled service. */
export const thisRelease: Release = { folder: root, remove: () => undefined };

/** The release number, read from the compiled code. */
export const RELEASE = Number(
  /RELEASE = (\d+)/.exec(
    readFileSync(path.join(root, 'dist/src/platform/releases/release.js'), 'utf8'),
  )?.[1],
);

/** Creates a release from the compiled service. */
export const makeRelease = (
  number: number,
  change: (changes: Omit<Changes, 'number'>) => void = () => undefined,
): Release => {
  const parent = path.join(root, '.tmp/test-releases');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, `${number}-`));
  const dist = path.join(folder, 'dist');
  for (const part of ['config', 'scripts', 'src']) {
    cpSync(path.join(root, 'dist', part), path.join(dist, part), { recursive: true });
  }
  for (const part of ['dist/build', 'favicon.png', 'database', 'public']) {
    symlinkSync(path.join(root, part), path.join(folder, part));
  }
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as object;
  const version = `${number}.0.0`;
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, version }));

  const write = (file: string, content: string): void => {
    const target = path.join(dist, 'src', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  };
  const read = (file: string): string => readFileSync(path.join(dist, 'src', file), 'utf8');
  write(
    'platform/releases/release.js',
    read('platform/releases/release.js').replace(/RELEASE = \d+/, `RELEASE = ${number}`),
  );
  change({
    write,
    schema: (file, edit) => {
      const schema = JSON.parse(read(file)) as Schema;
      edit(schema);
      write(file, JSON.stringify(schema));
    },
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

export type Node = {
  url: string;
  pid: number;
  output: () => string;
  /** Waits until the node is ready. */
  ready: () => Promise<void>;
  /** Waits until the node has ended. Returns the exit code, or null after a signal. */
  ended: () => Promise<number | null>;
  stop: () => Promise<void>;
  kill: (signal: NodeJS.Signals) => void;
};

/** Starts a release like `npm start`, without waiting for it. */
export const launch = async (
  { folder }: Release,
  { database, env = {} }: { database: TestDatabase; env?: Record<string, string> },
): Promise<Node> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = killOnFileEnd(
    spawn(process.execPath, [...ROOMY, path.join(folder, 'dist/scripts/serve.js')], {
      cwd: folder,
      env: { ...process.env, ...testEnvironment(database), PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = async (): Promise<number | null> => {
    if (!hasEnded(child)) await once(child, 'exit');
    return child.exitCode;
  };
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    ready: async () => {
      const isHealthy = async () => (await fetch(`${url}/_health`)).ok;
      await until(async () => hasEnded(child) || (await isHealthy())).catch(() => undefined);
      if (hasEnded(child) || !(await isHealthy().catch(() => false))) {
        child.kill('SIGKILL');
        throw new Error(`The service did not start:\n${output}`);
      }
    },
    ended,
    stop: async () => {
      if (!hasEnded(child)) child.kill('SIGTERM');
      await ended();
    },
    kill: (signal) => void child.kill(signal),
  };
};

/** Starts a release and waits until it is ready. */
export const start = async (
  release: Release,
  options: Parameters<typeof launch>[1],
): Promise<Node> => {
  const node = await launch(release, options);
  await node.ready();
  return node;
};

/** Runs one statement on a database. */
export const query = async <Row>(
  { url }: Pick<TestDatabase, 'url'>,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Row[];
  } finally {
    await client.end();
  }
};
