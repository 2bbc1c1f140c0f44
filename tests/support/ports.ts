import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below those that systems assign to outgoing connections (from 32,768 on): one of those could be taken before
 * the process listens on it. Each lane and each of its workers has its own range.
 */
const FIRST_PORT = Number(process.env.TEST_FIRST_PORT ?? 12_000);
const PORTS_OF_WORKER = 2_000;
const WORKERS = 3;

/** The services that suites start beside the one under test. Their ports are the first ones of a worker. */
const neighbours = ['payments', 'mail', 'bucket'] as const;

const firstPortOfWorker = (): number =>
  FIRST_PORT + (Number(process.env.JEST_WORKER_ID ?? '1') % WORKERS) * PORTS_OF_WORKER;

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer().listen(port, '127.0.0.1');
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isListening) return false;
  probe.close();
  await once(probe, 'close');
  return true;
};

let lastPort = process.pid;

export const freePort = async (): Promise<number> => {
  const others = PORTS_OF_WORKER - neighbours.length;
  for (let tries = 0; tries < others; tries += 1) {
    lastPort += 1;
    const port = firstPortOfWorker() + neighbours.length + (lastPort % others);
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free');
};

type Neighbour = (typeof neighbours)[number];

/**
 * Returns the port of a service that a suite starts beside the one under test. It is the same in every suite of a
 * worker, so that suites have equal settings and can share a running service.
 */
export const usualPortOf = (neighbour: Neighbour): number =>
  firstPortOfWorker() + neighbours.indexOf(neighbour);

/** Returns the usual port, or another one while a process outside this run listens there. */
export const portOf = async (neighbour: Neighbour): Promise<number> => {
  const port = usualPortOf(neighbour);
  return (await isFree(port)) ? port : freePort();
};
