import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** @param {string} data */
const file = (data) => path.join(data, 'postmaster.pid');

/** @param {number} pid */
const commandOf = (pid) => {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  }
  if (process.platform === 'win32') {
    return spawnSync('tasklist', ['/fi', `pid eq ${pid}`, '/nh'], { encoding: 'utf8' }).stdout;
  }
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout;
};

/**
 * What the data folder says about the server on it: its process and port, if that process lives and is
 * a PostgreSQL. After a crash the number in the file may be nobody's, or some other program's.
 *
 * @param {string} data
 * @returns {{ pid: number, port: number } | undefined}
 */
export const runningServer = (data) => {
  let lines;
  try {
    lines = readFileSync(file(data), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && commandOf(pid).includes('postgres') ? { pid, port } : undefined;
};

/**
 * Forgets a server that is no more. PostgreSQL does so itself, except where its old process number has
 * gone to another program of the same account, as happens in containers.
 *
 * @param {string} data
 */
export const forgetDeadServer = (data) => {
  if (runningServer(data) === undefined) rmSync(file(data), { force: true });
};
