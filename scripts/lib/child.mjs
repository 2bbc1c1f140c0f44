import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

const isWindows = process.platform === 'win32';

/**
 * Runs a program to its end and gives its exit code. It stands in a process group of its own: a Ctrl-C
 * in the terminal reaches this process alone, which passes it on once and waits, so that what the
 * program leans on is taken away only after it.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, hasChannel?: boolean, onMessage?: (message: unknown) => void }} [options]
 */
export const startChild = (program, args, { env = process.env, hasChannel = false, onMessage } = {}) => {
  const child = spawn(program, args, {
    cwd: root,
    env,
    detached: !isWindows,
    stdio: hasChannel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  });
  if (onMessage) child.on('message', onMessage);
  const ended = new Promise((/** @type {(code: number) => void} */ resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      resolve(code ?? (signal ? 1 : 0));
    });
  });
  /** @param {NodeJS.Signals} signal */
  const signal = (signal) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    try {
      process.kill(isWindows ? child.pid : -child.pid, signal);
    } catch {
      // It ended in the meantime.
    }
  };
  return { ended, signal, child };
};

/** @typedef {ReturnType<typeof startChild>} Child */
