import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded } from './process';
import { killOnFileEnd } from './host';

const root = path.resolve(__dirname, '../..');

const findExecutable = (...places: readonly string[]): string | undefined =>
  places.find((place) => existsSync(place));

/** The path in Debian and most other systems; it is not in every user's `PATH`. */
const program = findExecutable(
  '/usr/sbin/varnishd',
  '/usr/local/sbin/varnishd',
  '/usr/bin/varnishd',
);

const hasXkey =
  findExecutable(
    ...['x86_64-linux-gnu', 'aarch64-linux-gnu', ''].map((machine) =>
      path.join('/usr/lib', machine, 'varnish/vmods/libvmod_xkey.so'),
    ),
    '/usr/local/lib/varnish/vmods/libvmod_xkey.so',
  ) !== undefined;

export const isVarnishInstalled = program !== undefined && hasXkey;

/** A suite that needs Varnish with xkey; skipped with a message without it. */
export const describeBehindVarnish = (name: string, body: () => void): void => {
  if (!isVarnishInstalled) {
    process.stderr.write(`skipped, for Varnish with varnish-modules is not installed: ${name}\n`);
    describe.skip(name, body);
  } else {
    describe(name, body);
  }
};

export type Varnish = {
  url: string;
  /** Ends it with its cache, and restarts it at the same address. */
  restart: () => Promise<void>;
  /** Its output so far. */
  output: () => string;
  stop: () => Promise<void>;
};

/** The configuration for operators, word for word except for the nodes' addresses. */
const configurationFor = (nodes: readonly [number, number]): string => {
  let text = readFileSync(path.join(root, 'ops/varnish/varnish.vcl'), 'utf8');
  nodes.forEach((port, index) => {
    const backend = `.host = "10.0.0.1${index + 1}";\n  .port = "1337";`;
    if (!text.includes(backend)) throw new Error(`The documented configuration has no ${backend}`);
    text = text.replaceAll(backend, `.host = "127.0.0.1";\n  .port = "${port}";`);
    text = text.replaceAll(`"10.0.0.1${index + 1}";`, `"127.0.0.1";`);
  });
  return text;
};

/** Starts Varnish with the documented configuration, in front of two nodes of this machine. */
export const startVarnish = async (
  port: number,
  nodes: readonly [number, number],
  env: Readonly<Record<string, string>> = {},
): Promise<Varnish> => {
  const url = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'cms-varnish-'));
  const file = path.join(folder, 'varnish.vcl');
  writeFileSync(file, configurationFor(nodes));
  let child: ChildProcess | undefined;
  let printed = '';

  const end = async (): Promise<void> => {
    if (child === undefined || hasEnded(child)) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };

  const start = async (): Promise<void> => {
    const started = killOnFileEnd(
      spawn(
        program ?? '',
        // Without a jail, because the tests may run as any account.
        [
          ...['-F', '-j', 'none', '-n', path.join(folder, 'run'), '-a', `127.0.0.1:${port}`],
          ...['-f', file, '-s', 'malloc,128m', '-T', 'none', '-p', 'thread_pools=1'],
        ],
        { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
      ),
    );
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    }
    const deadline = Date.now() + 60_000;
    // A 400 comes from Varnish itself, which refuses a purge without tags: it is ready.
    for (;;) {
      const answer = await fetch(url, { method: 'PURGE' }).catch(() => undefined);
      if (answer?.status === 400) return;
      if (hasEnded(started) || Date.now() > deadline) {
        await end();
        throw new Error(`Varnish did not start:\n${printed}`);
      }
      await sleep(50);
    }
  };

  const stop = async (): Promise<void> => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  };

  await start();
  return {
    url,
    restart: async () => {
      await end();
      await start();
    },
    output: () => printed,
    stop,
  };
};
