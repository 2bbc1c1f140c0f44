import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from '../../scripts/lib/paths.mjs';

const program = ['/usr/sbin/varnishd', '/usr/local/sbin/varnishd', '/usr/bin/varnishd'].find(
  (place) => existsSync(place),
);

const STARTS_WITHIN_MS = 30_000;

/**
 * Starts Varnish with the configuration of ops/varnish, in front of one service that represents both
 * nodes.
 *
 * @param {number} port
 * @param {number} servicePort
 * @returns {Promise<import('./process.mjs').Target | null>} null if it is not installed
 */
export const startVarnish = async (port, servicePort) => {
  if (program === undefined) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'cms-bench-varnish-'));
  const file = path.join(folder, 'varnish.vcl');
  const configuration = readFileSync(inRoot('ops/varnish/varnish.vcl'), 'utf8')
    .replace(/10\.0\.0\.1[12]/g, '127.0.0.1')
    .replace(/\.port = "1337"/g, `.port = "${servicePort}"`);
  writeFileSync(file, configuration);
  const child = spawn(
    program,
    [
      ...['-F', '-j', 'none', '-n', path.join(folder, 'run'), '-a', `127.0.0.1:${port}`],
      ...['-f', file, '-s', 'malloc,1g', '-T', 'none'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let printed = '';
  child.stderr.on('data', (/** @type {Buffer} */ chunk) => (printed += chunk.toString()));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (!hasEnded()) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + STARTS_WITHIN_MS;
  while (!(await fetch(`${url}/_health`).catch(() => undefined))?.ok) {
    if (hasEnded() || Date.now() > deadline) {
      await stop();
      throw new Error(`Varnish did not start:\n${printed}`);
    }
    await sleep(100);
  }
  return { url, peakMemory: () => 0, cpuSeconds: () => 0, stop };
};
