import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import supertest from 'supertest';
import type { App, AppOptions } from './app';
import { createDatabase } from './database';
import { testEnvironment } from './environment';
import { count, killOnFileEnd } from './host';
import { freePort } from './ports';

const root = path.resolve(__dirname, '../..');

export type ProcessOptions = Omit<AppOptions, 'env'> & {
  /** An undefined variable is not set, whatever the suite's own process has. */
  env?: Readonly<Record<string, string | undefined>>;
  /** The working folder and the place of `.env`; by default the project. */
  cwd?: string;
  /** The compiled program; by default that of `npm start`. */
  program?: string;
  /** The user it runs as; only root may choose. */
  user?: number;
  /** A port of the caller's choice, for services behind a proxy. */
  port?: number;
  /** The descriptor of its output, which `output()` then does not contain; by default a pipe to the suite. */
  printsTo?: number;
};

/** The service in its own process, which can be killed or run beside others on one database. */
export type ServiceProcess = Omit<App, 'strapi' | 'changeSettings'> & {
  pid: number;
  /** Its output so far. */
  output: () => string;
  /** Ends it with the signal, without dropping the database, and waits for its end. */
  kill: (signal: NodeJS.Signals) => Promise<void>;
  /** Sends a signal without waiting. */
  signal: (signal: NodeJS.Signals) => void;
  /** Waits for its end; returns its exit code, or the signal that ended it. */
  ended: () => Promise<number | NodeJS.Signals | null>;
};

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Larger young generation: a start then takes an eighth less of the processor. */
export const ROOMY: readonly string[] = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** The maximum time until an ended process is gone; the service itself gives up on its parts much earlier. */
const END_MS = 120_000;

const ready = async (child: ChildProcess, url: string, output: () => string): Promise<void> => {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline && !hasEnded(child)) {
    const answer = await fetch(`${url}/_ready`, { signal: AbortSignal.timeout(10_000) }).catch(
      () => undefined,
    );
    if (answer?.ok === true) return;
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`The service did not start:\n${output()}`);
};

/** Starts the compiled service as `npm start` does, on a free port, and waits until it is ready. */
export const startProcess = async (options: ProcessOptions = {}): Promise<ServiceProcess> => {
  const database = options.database ?? (await createDatabase({ seed: options.seed ?? false }));
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const printsTo = options.printsTo ?? 'pipe';
  count('process');
  const child = killOnFileEnd(
    spawn(
      process.execPath,
      [...ROOMY, options.program ?? path.join(root, 'dist/scripts/serve.js')],
      {
        cwd: options.cwd ?? root,
        env: {
          ...process.env,
          ...testEnvironment(database),
          PORT: String(port),
          ...options.env,
        },
        stdio: ['ignore', printsTo, printsTo],
        ...(options.user !== undefined && { uid: options.user, gid: options.user }),
      },
    ),
  );
  let printed = '';
  const collect = (chunk: Buffer): void => {
    printed += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const output = (): string => printed;
  await ready(child, url, output);

  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (hasEnded(child)) return;
    child.kill(signal);
    await once(child, 'exit', { signal: AbortSignal.timeout(END_MS) }).catch((error: unknown) => {
      throw new Error(`The service did not end after ${signal}:\n${printed}`, { cause: error });
    });
  };
  return {
    request: supertest(url),
    url,
    database,
    pid: child.pid ?? 0,
    output,
    kill,
    signal: (signal) => void child.kill(signal),
    ended: async () => {
      if (!hasEnded(child)) await once(child, 'exit');
      return child.exitCode ?? child.signalCode;
    },
    stop: async () => {
      await kill('SIGTERM');
      if (options.database === undefined) await database.drop();
    },
  };
};
