import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killOnFileEnd } from './host';

const root = path.resolve(__dirname, '../..');

/** The path in Debian and most other systems; it is not in every user's `PATH`. */
const program = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/local/bin/haproxy'].find(
  (place) => existsSync(place),
);

/** A suite that needs HAProxy; skipped with a message without it. */
export const describeBehindHaproxy = (name: string, body: () => void): void => {
  if (program === undefined) {
    process.stderr.write(`skipped, for HAProxy is not installed: ${name}\n`);
    describe.skip(name, body);
  } else {
    describe(name, body);
  }
};

export type Haproxy = {
  url: string;
  /** Returns whether it sends requests to a node, `cms1` or `cms2`. */
  isUp: (node: string) => Promise<boolean>;
  /** Its output so far. */
  output: () => string;
  stop: () => Promise<void>;
};

/** The configuration for operators, word for word. */
const documented = (): string => readFileSync(path.join(root, 'ops/haproxy/haproxy.cfg'), 'utf8');

const replaced = (text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new Error(`The documented configuration has no ${from}`);
  return text.replaceAll(from, to);
};

/** Only root can switch to another user; an ordinary user need not. */
const ONLY_FOR_ROOT = ['  user haproxy\n', '  group haproxy\n', '  chroot /var/lib/haproxy\n'];

/** Starts HAProxy with the documented configuration, between ports of this machine, and with shorter timeouts. */
export const startHaproxy = async (
  ports: { front: number; statistics: number },
  nodes: readonly [number, number],
): Promise<Haproxy> => {
  let configuration = replaced(documented(), 'bind :80', `bind 127.0.0.1:${ports.front}`);
  configuration = replaced(configuration, 'timeout http-request 10s', 'timeout http-request 1s');
  for (const wait of ['8s', '20s']) {
    configuration = replaced(configuration, `set-timeout server ${wait}`, 'set-timeout server 1s');
  }
  nodes.forEach((port, index) => {
    configuration = replaced(configuration, `10.0.0.1${index + 1}:1337`, `127.0.0.1:${port}`);
  });
  if (process.getuid?.() !== 0) {
    for (const line of ONLY_FOR_ROOT) configuration = replaced(configuration, line, '');
  }
  configuration += `
frontend statistics
  bind 127.0.0.1:${ports.statistics}
  stats enable
  stats uri /
`;
  const folder = mkdtempSync(path.join(tmpdir(), 'cms-haproxy-'));
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration);
  const child: ChildProcess = killOnFileEnd(
    spawn(program ?? '', ['-db', '-f', file], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  }

  const isUp = async (node: string): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${ports.statistics}/;csv`).catch(() => undefined);
    const lines = (await answer?.text())?.split('\n') ?? [];
    const line = lines.find((businessLine) => businessLine.startsWith(`cms,${node},`));
    return line?.split(',')[17] === 'UP';
  };

  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };

  const deadline = Date.now() + 60_000;
  while (!(await isUp('cms1')) || !(await isUp('cms2'))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`HAProxy sends nobody any requests:\n${printed}`);
    }
    await sleep(50);
  }
  return { url: `http://127.0.0.1:${ports.front}`, isUp, output: () => printed, stop };
};
