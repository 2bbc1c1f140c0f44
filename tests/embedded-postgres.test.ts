import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { killOnFileEnd } from './support/host';
import { until } from './support/until';

type Server = { url: string; data: string; pid: number };

const cluster = `postgres-test-${process.pid}`;
const root = path.resolve(__dirname, '..');
const commands: ChildProcess[] = [];
/** The folder of Linux for files in memory. */
const MEMORY = '/dev/shm';
let data = '';

/** Starts a command that uses the cluster, and waits until it is ready. */
const startCommand = async (): Promise<Server & { command: ChildProcess }> => {
  const program = path.join(root, 'tests/support/hold-postgres.mjs');
  const command = killOnFileEnd(
    spawn(process.execPath, [program, cluster], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  commands.push(command);
  const [chunk] = (await once(command.stdout, 'data')) as [Buffer];
  const server = JSON.parse(chunk.toString()) as Server;
  data = server.data;
  return { ...server, command };
};

const endCommand = async (command: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (command.exitCode !== null || command.signalCode !== null) return;
  command.kill(signal);
  await once(command, 'exit');
};

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

const acceptsConnections = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const finish = (result: boolean) => () => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', finish(true));
    socket.once('error', finish(false));
    socket.once('timeout', finish(false));
  });

const isRunning = ({ url }: Server): Promise<boolean> =>
  acceptsConnections('127.0.0.1', Number(new URL(url).port));

const untilDown = (server: Server): Promise<boolean> =>
  until(async () => !(await isRunning(server)));

describe('embedded PostgreSQL', () => {
  afterAll(async () => {
    for (const command of commands) await endCommand(command, 'SIGTERM');
    for (const rest of [data, `${data}.log`, path.join(root, '.tmp', `${cluster}.password`)]) {
      rmSync(rest, { recursive: true, force: true });
    }
  });

  it('data of a deleted project – is removed from memory', async () => {
    const { command, data: dataFolder } = await startCommand();
    await endCommand(command, 'SIGTERM');
    // Without enough memory, the data are on a disk and removed with their project.
    if (!dataFolder.startsWith(MEMORY)) return;
    const [orphaned, unfinished] = ['left', 'begun'].map((name) => {
      const folder = path.join(MEMORY, `education-cms-${cluster}-${name}`);
      mkdirSync(folder);
      return folder;
    }) as [string, string];
    writeFileSync(path.join(orphaned, 'project'), path.join(root, 'no-such-project'));
    writeFileSync(path.join(unfinished, 'project'), '');
    try {
      await endCommand((await startCommand()).command, 'SIGTERM');
      expect([orphaned, unfinished, dataFolder].map((folder) => existsSync(folder))).toEqual([
        false,
        true,
        true,
      ]);
    } finally {
      rmSync(unfinished, { recursive: true });
    }
  });

  it('uses UTF-8, sorts by code point and has unaccent', async () => {
    const { url, command } = await startCommand();
    expect(
      await query(
        url,
        `SELECT current_setting('server_encoding') AS encoding, upper('é') AS capital,
                ARRAY(SELECT x FROM unnest(ARRAY['á', 'b', 'A', 'a']) AS x ORDER BY x) AS sorted`,
      ),
    ).toEqual([{ encoding: 'UTF8', capital: 'É', sorted: ['A', 'a', 'b', 'á'] }]);
    await query(url, 'CREATE EXTENSION unaccent');
    expect(await query(url, "SELECT unaccent('Máster') AS plain")).toEqual([{ plain: 'Master' }]);
    await endCommand(command, 'SIGTERM');
  });

  it('listens only on loopback, and requires the password', async () => {
    const { url, command } = await startCommand();
    const port = Number(new URL(url).port);
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    expect(await acceptsConnections('127.0.0.1', port)).toBe(true);
    expect(await Promise.all(others.map((address) => acceptsConnections(address, port)))).toEqual(
      others.map(() => false),
    );
    expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const guess = new URL(url);
    guess.password = 'postgres';
    await expect(query(guess.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    await endCommand(command, 'SIGTERM');
  });

  it('killed command – the next command takes over the server and stops it', async () => {
    const first = await startCommand();
    await endCommand(first.command, 'SIGKILL');
    expect(await isRunning(first)).toBe(true);

    const second = await startCommand();
    expect(second.pid).toBe(first.pid);
    await endCommand(second.command, 'SIGTERM');
    expect(await isRunning(first)).toBe(false);
  });

  it('two commands – the server runs until the second ends', async () => {
    const first = await startCommand();
    const second = await startCommand();
    expect(second.pid).toBe(first.pid);
    await endCommand(first.command, 'SIGTERM');
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await endCommand(second.command, 'SIGTERM');
    expect(await isRunning(second)).toBe(false);
  });

  it('killed server, its process id used by another program – starts with its data', async () => {
    const first = await startCommand();
    // Test servers do not wait for the disk by default.
    await query(first.url, 'SET synchronous_commit TO on; CREATE TABLE kept AS SELECT 1 AS one');
    process.kill(first.pid, 'SIGKILL');
    await untilDown(first);
    await endCommand(first.command, 'SIGKILL');

    const stale = path.join(data, 'postmaster.pid');
    expect(existsSync(stale)).toBe(true);
    const [, ...rest] = readFileSync(stale, 'utf8').split('\n');
    writeFileSync(stale, [process.pid, ...rest].join('\n'));

    const second = await startCommand();
    expect(second.pid).not.toBe(process.pid);
    expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    await endCommand(second.command, 'SIGTERM');
  });
});
