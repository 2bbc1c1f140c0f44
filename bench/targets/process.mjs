import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { findFreePort } from '../../scripts/lib/ports.mjs';

/**
 * A server in a process of its own.
 *
 * @typedef {object} Target
 * @property {string} url
 * @property {() => number} peakMemory in bytes, since its start; 0 if the system does not report it
 * @property {() => number} cpuSeconds CPU seconds used so far; 0 if the system does not report them
 * @property {() => Promise<void>} stop
 */

const STARTS_WITHIN_MS = 180_000;
/** Clock ticks per second in the kernel's process statistics. */
const TICKS_A_SECOND = 100;

/** @param {number | undefined} pid @param {string} file */
const proc = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/**
 * @param {string} script
 * @param {Record<string, string>} env
 * @param {{ health?: string, args?: string[] }} [options] health: a path that answers once the
 * server is ready
 * @returns {Promise<Target>}
 */
export const startTarget = async (script, env, { health = '/_health', args = [] } = {}) => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [script, ...args], {
    cwd: inRoot(),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const collect = (/** @type {Buffer} */ chunk) => {
    printed = `${printed}${chunk.toString()}`.slice(-10_000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (hasEnded()) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  const deadline = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    const answer = await fetch(url + health).catch(() => undefined);
    if (answer?.ok) break;
    if (hasEnded() || Date.now() > deadline) {
      await stop();
      throw new Error(`${script} did not start:\n${printed}`);
    }
    await sleep(100);
  }
  return {
    url,
    peakMemory: () => Number(/VmHWM:\s+(\d+)/.exec(proc(child.pid, 'status'))?.[1] ?? 0) * 1024,
    cpuSeconds: () => {
      const fields = proc(child.pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
      return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_A_SECOND;
    },
    stop,
  };
};
