import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from './paths.mjs';

const LONGEST_MS = 15 * 60_000;

/** @param {string} file */
const isHeld = (file) => {
  try {
    if (Date.now() - statSync(file).mtimeMs > LONGEST_MS) return false;
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
};

/**
 * Runs work that only one command of this project may do at a time. The lock of a killed command is
 * released.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
export const withLock = async (name, work) => {
  const file = inRoot('.tmp', `${name}.lock`);
  mkdirSync(path.dirname(file), { recursive: true });
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      if (isHeld(file)) await sleep(200);
      else rmSync(file, { force: true });
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
};
