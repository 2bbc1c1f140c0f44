import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { healthOf } from '../../src/plugins/telemetry/health/server/register';
import { closeAfterAnswers, drain, trackConnections } from './drain';
import { shutdownSettings } from '../../src/platform/settings/shutdown';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

type Signal = (typeof SIGNALS)[number];

/** One Ctrl-C may come twice: npm passes on a signal that the terminal has delivered already. */
const ECHO_MS = 1_500;

/** How long Strapi's parts may take to stop once no request is running; running jobs get ten seconds. */
const PARTS_MS = 15_000;

/**
 * Creates an application whose end is not Strapi's to decide: its own handler of signals stops jobs and
 * database first and destroys connections afterwards, so that running requests fail.
 */
const withoutHandlers = (create: () => Core.Strapi): Core.Strapi => {
  const before = SIGNALS.map((signal) => [signal, new Set(process.listeners(signal))] as const);
  const strapi = create();
  for (const [signal, known] of before) {
    for (const listener of process.listeners(signal)) {
      if (!known.has(listener)) process.removeListener(signal, listener);
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

/** Stops without failing a request, and ends the process. */
const stop = async (strapi: Core.Strapi, connections: ReadonlySet<Socket>): Promise<never> => {
  const { httpServer } = strapi.server;
  // Whoever has not been let in yet need not be waited for; the database undoes what was half done.
  if (!httpServer.listening) process.exit(0);

  const { delaySeconds, drainSeconds } = shutdownSettings.of({ strapi });
  healthOf({ strapi }).drain();
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
 * Creates the application and has SIGTERM and SIGINT stop it in this order: `/_ready` says no, load
 * balancers are given time to see it, no new connections are taken, running requests are waited for, jobs
 * and the rest of Strapi stop. A second signal ends the process at once.
 */
export const createStoppable = (create: () => Core.Strapi): Core.Strapi => {
  const strapi = withoutHandlers(create);
  const connections = trackConnections(strapi.server.httpServer);
  let signalledAt: number | null = null;

  const hear = (signal: Signal): void => {
    if (signalledAt === null) {
      signalledAt = performance.now();
      void stop(strapi, connections);
    } else if (performance.now() - signalledAt > ECHO_MS) {
      process.exit(128 + constants.signals[signal]);
    }
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  return strapi;
};
