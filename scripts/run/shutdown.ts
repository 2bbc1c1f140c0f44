import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { getFeatures } from '#feature/application';
import { closeAfterAnswers, drain, trackConnections } from './drain';
import { shutdownSettings } from '#platform/settings/shutdown';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

type Signal = (typeof SIGNALS)[number];

/**
 * Milliseconds in which a second Ctrl-C is ignored. The terminal delivers the signal, and npm
 * forwards it again.
 */
const ECHO_MS = 1_500;

/**
 * Milliseconds that Strapi's parts may take to stop after the last request. Running jobs get ten
 * seconds.
 */
const PARTS_MS = 15_000;

/**
 * Creates an application without Strapi's own signal handlers. They stop jobs and the database
 * first and destroy connections afterwards, so that running requests fail.
 */
const withoutHandlers = (create: () => Core.Strapi): Core.Strapi => {
  const before = SIGNALS.map((signal) => [signal, new Set(process.listeners(signal))] as const);
  const strapi = create();
  for (const [signal, earlierListeners] of before) {
    for (const listener of process.listeners(signal)) {
      if (!earlierListeners.has(listener)) process.removeListener(signal, listener);
    }
  }
  return strapi;
};

const stopParts = async (strapi: Core.Strapi): Promise<void> => {
  const limit = new AbortController();
  const overdue = sleep(PARTS_MS, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`they did not stop within ${PARTS_MS / 1000} seconds`);
  });
  overdue.catch(() => undefined);
  try {
    await Promise.race([strapi.destroy(), overdue]);
  } finally {
    limit.abort();
  }
};

/** Stops the service without failing a request, and ends the process. */
const stop = async (strapi: Core.Strapi, connections: ReadonlySet<Socket>): Promise<never> => {
  const { httpServer } = strapi.server;
  // No request has been accepted yet; the database rolls back incomplete transactions.
  if (!httpServer.listening) process.exit(0);

  const { delaySeconds, drainSeconds } = shutdownSettings.of({ strapi });
  for (const { drain: leave } of getFeatures({ strapi })) leave?.({ strapi });
  closeAfterAnswers(httpServer);
  if (delaySeconds > 0) {
    strapi.log.info(`shutdown: load balancers have ${delaySeconds} s to send requests elsewhere`);
    await sleep(delaySeconds * 1000);
  }
  const cut = await drain(httpServer, connections, drainSeconds);
  if (cut > 0) strapi.log.warn(`shutdown: ${cut} connections were cut after ${drainSeconds} s`);
  try {
    await stopParts(strapi);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`shutdown: not all parts have been stopped: ${reason}\n`);
    process.exit(1);
  }
  process.exit(process.exitCode ?? 0);
};

/**
 * Creates the application and lets SIGTERM and SIGINT stop it gracefully. First `/_ready` reports
 * that the service is not ready, and load balancers get time to notice. Then it accepts no new
 * connections, waits for running requests, and stops jobs and the rest of Strapi. A second signal
 * ends the process at once.
 */
export const createStoppable = (create: () => Core.Strapi): Core.Strapi => {
  const strapi = withoutHandlers(create);
  const connections = trackConnections(strapi.server.httpServer);
  let signalledAt: number | null = null;

  const handleSignal = (signal: Signal): void => {
    if (signalledAt === null) {
      signalledAt = performance.now();
      void stop(strapi, connections);
    } else if (performance.now() - signalledAt > ECHO_MS) {
      process.exit(128 + constants.signals[signal]);
    }
  };
  for (const signal of SIGNALS) process.on(signal, handleSignal);
  return strapi;
};
