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
/** Files that Linux keeps in memory. */
const MEMORY = '/dev/shm';
let data = '';

/** A command that uses the cluster, after it is ready. */
const use = async (): Promise<Server & { command: ChildProcess }> => {
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

const end = async (command: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
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

const answers = (host: string, port: number): Promise<boolean> =>
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

const isUp = ({ url }: Server): Promise<boolean> => answers('127.0.0.1', Number(new URL(url).port));

const untilDown = (server: Server): Promise<boolean> => until(async () => !(await isUp(server)));

describe('the embedded PostgreSQL', () => {
  afterAll(async () => {
    for (const command of commands) await end(command, 'SIGTERM');
    for (const rest of [data, `${data}.log`, path.join(root, '.tmp', `${cluster}.password`)]) {
      rmSync(rest, { recursive: true, force: true });
    }
  });

  it('should free the memory that a project had which is gone', async () => {
    const { command, data: place } = await use();
    await end(command, 'SIGTERM');
    // With too little memory, it is on a disk and removed with its project.
    if (!place.startsWith(MEMORY)) return;
    const [left, begun] = ['left', 'begun'].map((name) => {
      const folder = path.join(MEMORY, `education-cms-${cluster}-${name}`);
      mkdirSync(folder);
      return folder;
    }) as [string, string];
    writeFileSync(path.join(left, 'project'), path.join(root, 'no-such-project'));
    writeFileSync(path.join(begun, 'project'), '');
    try {
      await end((await use()).command, 'SIGTERM');
      expect([left, begun, place].map((folder) => existsSync(folder))).toEqual([false, true, true]);
    } finally {
      rmSync(begun, { recursive: true });
    }
  });

  it('should speak Unicode, sort by code point and know unaccent', async () => {
    const { url, command } = await use();
    expect(
      await query(
        url,
        `SELECT current_setting('server_encoding') AS encoding, upper('é') AS capital,
                ARRAY(SELECT x FROM unnest(ARRAY['á', 'b', 'A', 'a']) AS x ORDER BY x) AS sorted`,
      ),
    ).toEqual([{ encoding: 'UTF8', capital: 'É', sorted: ['A', 'a', 'b', 'á'] }]);
    await query(url, 'CREATE EXTENSION unaccent');
    expect(await query(url, "SELECT unaccent('Máster') AS plain")).toEqual([{ plain: 'Master' }]);
    await end(command, 'SIGTERM');
  });

  it('should listen to nothing but loopback, and ask for the password', async () => {
    const { url, command } = await use();
    const port = Number(new URL(url).port);
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    expect(await answers('127.0.0.1', port)).toBe(true);
    expect(await Promise.all(others.map((address) => answers(address, port)))).toEqual(
      others.map(() => false),
    );
    expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const guess = new URL(url);
    guess.password = 'postgres';
    await expect(query(guess.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    await end(command, 'SIGTERM');
  });

  it('should be taken over from a command that was killed, and stopped after it', async () => {
    const first = await use();
    await end(first.command, 'SIGKILL');
    expect(await isUp(first)).toBe(true);

    const second = await use();
    expect(second.pid).toBe(first.pid);
    await end(second.command, 'SIGTERM');
    expect(await isUp(first)).toBe(false);
  });

  it('should stay for the command that still uses it', async () => {
    const first = await use();
    const second = await use();
    expect(second.pid).toBe(first.pid);
    await end(first.command, 'SIGTERM');
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await end(second.command, 'SIGTERM');
    expect(await isUp(second)).toBe(false);
  });

  it('should start where the server was killed and its number has gone to another program', async () => {
    const first = await use();
    // Test servers do not wait for the disk.
    await query(first.url, 'SET synchronous_commit TO on; CREATE TABLE kept AS SELECT 1 AS one');
    process.kill(first.pid, 'SIGKILL');
    await untilDown(first);
    await end(first.command, 'SIGKILL');

    const stale = path.join(data, 'postmaster.pid');
    expect(existsSync(stale)).toBe(true);
    const [, ...rest] = readFileSync(stale, 'utf8').split('\n');
    writeFileSync(stale, [process.pid, ...rest].join('\n'));

    const second = await use();
    expect(second.pid).not.toBe(process.pid);
    expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    await end(second.command, 'SIGTERM');
  });
});
