import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** @param {string} data */
const buildPidFilePath = (data) => path.join(data, 'postmaster.pid');

/** @param {number} pid */
const readCommandLine = (pid) => {
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
 * Returns the process ID and port of the data folder's server, if that process is running and is a
 * PostgreSQL. After a crash, the ID in the file may be unused or belong to another program.
 *
 * @param {string} data
 * @returns {{ pid: number, port: number } | undefined}
 */
export const findRunningServer = (data) => {
  let lines;
  try {
    lines = readFileSync(buildPidFilePath(data), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && readCommandLine(pid).includes('postgres') ? { pid, port } : undefined;
};

/**
 * Removes the PID file of a dead server. PostgreSQL does so itself unless another program of the
 * same account now has its old process ID, as happens in containers.
 *
 * @param {string} data
 */
export const forgetDeadServer = (data) => {
  if (findRunningServer(data) === undefined) rmSync(buildPidFilePath(data), { force: true });
};
