import { flushCompileCache } from 'node:module';
import type { Core } from '@strapi/types';

// Must come before all other imports, because it sets the environment of the process.
import { createApplication } from './application';
import { databaseSettings } from '#platform/database/settings';
import { isDatabaseUnavailable } from '#platform/database-unavailable';
import { readSettings } from '#index';
import { ContractError } from '#delivery/plan/model';
import { StartRefused } from '#platform/releases/start-refused';
import { serverSettings } from '#platform/settings/server';
import { createStoppable } from './shutdown';
import { checkPort, checkSessions } from './start-checks';
import { surviveLostLogs } from './survive-lost-logs';
import { handleUncaughtErrors } from './uncaught-errors';

const refuse = (reason: string): never => {
  process.stderr.write(`The service cannot start. ${reason}\n`);
  process.exit(1);
};

/**
 * Ends the process if it cannot listen. Strapi only logs that error and continues, unless the port
 * is taken.
 */
const endUnlessListening = ({ server: { httpServer } }: Core.Strapi): void => {
  httpServer.once('error', (error: NodeJS.ErrnoException) => {
    if (httpServer.listening || error.code === 'EADDRINUSE') return;
    refuse(`It cannot listen where HOST and PORT say: ${error.message}`);
  });
};

/** PostgreSQL's errors for an invalid connection, by SQLSTATE (its manual, appendix A). */
const refusedAddresses: Readonly<Record<string, string>> = {
  '3D000': 'has no such database',
  '28000': 'does not let this user in',
  '28P01': 'does not take this user name and password',
};

/** SQLSTATE of a write to a standby. */
const READ_ONLY = '25006';

/**
 * Returns why the start failed, if the reason is known; null for errors that need a stack trace.
 */
const describeStartFailure = (error: unknown): string | null => {
  if (error instanceof ContractError || error instanceof StartRefused) return error.message;
  const { host } = new URL(process.env.DATABASE_URL ?? 'postgresql://');
  const message = error instanceof Error ? error.message : String(error);
  const { code } = (error ?? {}) as { code?: unknown };
  const refused = typeof code === 'string' ? refusedAddresses[code] : undefined;
  if (refused !== undefined) return `The server at ${host} (DATABASE_URL) ${refused}: ${message}`;
  if (code === READ_ONLY) {
    return `The database at ${host} (DATABASE_URL) only reads, as a standby does; a start needs the primary: ${message}`;
  }
  if (!isDatabaseUnavailable(error)) return null;
  return `The database at ${host} (DATABASE_URL) does not answer: ${message}`;
};

/**
 * Starts the compiled application and serves it until a signal ends it. A failed start ends the
 * process; if the reason is known, without a stack trace that would hide it.
 *
 * @param prepare runs when everything is loaded and no request is accepted yet
 */
export const serve = async (
  prepare: (strapi: Core.Strapi) => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  surviveLostLogs();
  handleUncaughtErrors();
  const strapi = createStoppable(createApplication);
  endUnlessListening(strapi);
  try {
    const settings = readSettings(process.env);
    await checkPort(settings.of(serverSettings));
    await checkSessions(settings.of(databaseSettings).url);
    await strapi.load();
    await prepare(strapi);
    await strapi.listen();
    // Flushed now, because a killed process does not reach its end.
    flushCompileCache();
  } catch (error) {
    const reason = describeStartFailure(error);
    if (reason === null) return strapi.stopWithError(error);
    refuse(reason);
  }
};
