import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { TestDatabase } from '../support/database';
import { freePort } from '../support/ports';
import { until } from '../support/until';
import { onFileEnd } from '../support/host';

const root = path.resolve(__dirname, '../..');
const given = path.join(root, 'ops/backup');

/** The newest installed version that Debian's pgbackrest supports. */
const versionsFolder = '/usr/lib/postgresql';
const version = existsSync(versionsFolder)
  ? readdirSync(versionsFolder)
      .filter((name) => Number(name) >= 14 && existsSync(`${versionsFolder}/${name}/bin/initdb`))
      .sort()
      .at(-1)
  : undefined;

const hasPgbackrest = spawnSync('pgbackrest', ['version']).status === 0;

/** A suite that needs Debian's PostgreSQL and pgbackrest; skipped with a message if one is missing. */
export const describeWithArchive = (name: string, body: () => void): void => {
  if (version !== undefined && hasPgbackrest) {
    describe(name, body);
    return;
  }
  const missing = version === undefined ? 'PostgreSQL of the system' : 'pgbackrest';
  process.stderr.write(`skipped, for ${missing} is not installed: ${name}\n`);
  describe.skip(name, body);
};

/** PostgreSQL does not run as root. */
const account = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((item) => item.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
};

export type Server = {
  database: (name: string) => TestDatabase;
  query: (sql: string, database?: string) => Promise<Record<string, unknown>[]>;
  /** Simulates a power failure. */
  kill: () => Promise<void>;
};

/**
 * A folder with a PostgreSQL whose WAL is archived with `ops/backup`, and the databases restored from it. The files of
 * `ops/backup` are used unchanged except for their paths.
 */
export const createArchive = async () => {
  const folder = mkdtempSync('/var/tmp/cms-backups-');
  const user = account();
  const inFolder = (...names: string[]): string => path.join(folder, ...names);
  const giveToUser = (place: string): void => {
    if (user !== undefined) chownSync(place, user.uid, user.gid);
  };
  giveToUser(folder);
  for (const name of ['repository', 'log', 'lock', 'spool', 'socket', 'first', 'etc']) {
    mkdirSync(inFolder(name), { mode: 0o700 });
    giveToUser(inFolder(name));
  }
  // The account may have no access to the project folder.
  cpSync(given, inFolder('ops'), { recursive: true });

  const port = await freePort();
  const configuration = readFileSync(path.join(given, 'pgbackrest.conf'), 'utf8');
  const places = {
    '/var/lib/pgbackrest': inFolder('repository'),
    '/var/lib/postgresql/15/main': inFolder('first'),
  };
  const replaced = Object.entries(places).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`pgbackrest.conf names no ${from}`);
    return text.replace(from, to);
  }, configuration);
  writeFileSync(
    inFolder('pgbackrest.conf'),
    `${replaced}pg1-port=${port}\npg1-socket-path=${inFolder('socket')}\npg1-user=postgres\n`,
  );
  const env = {
    ...process.env,
    PGBACKREST_CONFIG: inFolder('pgbackrest.conf'),
    PGBACKREST_LOG_PATH: inFolder('log'),
    PGBACKREST_LOCK_PATH: inFolder('lock'),
    PGBACKREST_SPOOL_PATH: inFolder('spool'),
    LC_ALL: 'C.UTF-8',
  };

  /** Runs a program as PostgreSQL's account and returns its output. */
  const run = async (
    program: string,
    args: string[],
    more: NodeJS.ProcessEnv = {},
    { cwd = '/' } = {},
  ): Promise<string> => {
    const { stdout, stderr } = await promisify(execFile)(program, args, {
      ...user,
      cwd,
      env: { ...env, ...more },
    });
    return stdout + stderr;
  };

  const bin = (name: string): string => `${versionsFolder}/${version}/bin/${name}`;

  const start = async (data: string, index: number): Promise<Server> => {
    const child = spawn(
      bin('postgres'),
      [
        // Settings outside the data folder, as in Debian: a restored folder has none.
        ...['-c', `config_file=${inFolder('etc', 'postgresql.conf')}`],
        ...['-c', `data_directory=${data}`, '-p', String(index), '-k', inFolder('socket')],
        ...['-c', 'listen_addresses=127.0.0.1'],
      ],
      { ...user, cwd: '/', env, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    // PostgreSQL's immediate shutdown: it writes nothing more, and its children end too.
    child.once(
      'exit',
      onFileEnd(() => child.kill('SIGQUIT')),
    );
    let printed = '';
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const url = (name: string): string => `postgresql://postgres@127.0.0.1:${index}/${name}`;
    const query = async (sql: string, name = 'postgres') => {
      const client = new Client(url(name));
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows;
      } finally {
        await client.end();
      }
    };
    const isWritable = (): Promise<boolean> =>
      query('SELECT pg_is_in_recovery() AS recovers').then(
        ([row]) => row?.recovers === false,
        () => false,
      );
    await until(
      async () => child.exitCode !== null || (await isWritable()),
      (isUp) => isUp,
    );
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${printed}`);
    return {
      query,
      database: (name) => ({
        url: url(name),
        publicDir: inFolder(`public-${index}`),
        drop: () => Promise.resolve(),
      }),
      kill: async () => {
        if (child.exitCode !== null) return;
        child.kill('SIGQUIT');
        await once(child, 'exit');
      },
    };
  };

  return {
    folder: inFolder,
    run,
    /** Returns the path of a program of `ops/backup`. */
    script: (name: string, args: string[]) => run(inFolder('ops', name), args),
    backup: () => run('pgbackrest', ['--stanza=cms', '--type=full', 'backup']),

    /** Restores the database into a new folder, as docs/how-to/restore.md describes. */
    restore: async (data: string, target: readonly string[]): Promise<void> => {
      await run('mkdir', ['-p', '-m', '700', data]);
      const place = ['--stanza=cms', `--pg1-path=${data}`, '--archive-mode=off'];
      await run('pgbackrest', [...place, ...target, 'restore']);
    },
    start,

    /** The archived server, with an empty database `cms`. */
    async first(): Promise<Server> {
      const data = inFolder('first');
      await run(bin('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8']);
      for (const name of ['postgresql.conf', 'pg_hba.conf', 'pg_ident.conf'])
        renameSync(path.join(data, name), inFolder('etc', name));
      appendFileSync(
        inFolder('etc', 'postgresql.conf'),
        [
          readFileSync(path.join(given, 'postgresql.conf'), 'utf8'),
          `hba_file = '${inFolder('etc', 'pg_hba.conf')}'`,
          `ident_file = '${inFolder('etc', 'pg_ident.conf')}'`,
        ].join('\n'),
      );
      const server = await start(data, port);
      await server.query('CREATE DATABASE cms');
      await run('pgbackrest', ['--stanza=cms', 'stanza-create']);
      return server;
    },

    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type Archive = Awaited<ReturnType<typeof createArchive>>;
