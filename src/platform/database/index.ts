import type { Client, PoolClient } from 'pg';
import type { WithStrapi } from '../strapi/with-strapi';
import { databaseSettings } from './settings';
import {
  disposeConnection,
  logThroughStrapi,
  countPoolConnections,
  watchConnectionPool,
} from '../strapi/connection-pool';
import { withConnection } from '../strapi/pooled-sql';
import { compareClocks } from './clock';
import { guardClient, type GuardedClient } from './guarded-client';
import {
  fromDatabaseSocket,
  isDatabaseUnavailable,
  isOverdueStatement,
  isReadOnlyServer,
  isServersRefusal,
  isShortServer,
  DatabaseUnavailable,
  recordOutage,
} from '../database-unavailable';
import { createPoolSupply } from './pool-supply';
import { createWatch } from './watch';

/** Operations that wait for the database and can be aborted together. */
type PendingOperations = {
  /**
   * Returns the result of `work`, unless the database becomes unavailable first.
   *
   * @param onLate receives a result that arrives after the wait was aborted
   * @throws DatabaseUnavailable at once where the database is known to be unavailable
   */
  wait: <T>(work: () => Promise<T>, onLate?: (answer: T) => void) => Promise<T>;
  /** Aborts all waiting operations. */
  end: () => void;
};

const createUnavailableError = (): Error => new DatabaseUnavailable('The database is unavailable');

/** @param isUnavailable whether the database is known to be unavailable */
const createPending = (isUnavailable: () => boolean): PendingOperations => {
  const waiting = new Set<(reason: Error) => void>();

  return {
    wait: <T>(work: () => Promise<T>, onLate?: (answer: T) => void): Promise<T> => {
      if (isUnavailable()) return Promise.reject(createUnavailableError());
      return new Promise<T>((resolve, reject) => {
        waiting.add(reject);
        work().then(
          (answer) => {
            if (waiting.delete(reject)) resolve(answer);
            else onLate?.(answer);
          },
          (error: unknown) => {
            waiting.delete(reject);
            reject(error instanceof Error ? error : new Error(String(error)));
          },
        );
      });
    },

    end(): void {
      const reason = createUnavailableError();
      for (const reject of waiting) reject(reason);
      waiting.clear();
    },
  };
};

const NAME = 'database-availability';

/** Minimum time between two log lines of one text about failed statements. */
const LOG_INTERVAL_MS = 60_000;

const createAvailability = ({ strapi }: WithStrapi) => {
  const { url, timeout } = databaseSettings.of({ strapi });
  const clients = new Set<GuardedClient>();
  const pending = createPending(() => watch.isUnavailable());
  const clock = compareClocks(strapi.log);
  const watch = createWatch({
    url,
    timeout,
    clients: () => clients,
    onUnavailable: () => {
      pending.end();
      for (const client of clients) client.drop('the database does not answer');
    },
    log: strapi.log,
    clock,
  });

  const supply = createPoolSupply({
    size: () => {
      const { used, free } = countPoolConnections({ strapi });
      return used + free;
    },
    ask: () => withConnection(strapi.db.connection, (connection) => connection.query('SELECT 1')),
    isUnavailable: watch.isUnavailable,
  });

  const saidAt = new Map<string, number>();
  let shortages = 0;

  /** Logging every rejected statement would fill the log's disk too. */
  const logOnce = (words: string, error: unknown): void => {
    if (performance.now() - (saidAt.get(words) ?? -Infinity) < LOG_INTERVAL_MS) return;
    saidAt.set(words, performance.now());
    strapi.log.error(`database: ${words}: ${(error as Error).message}`);
  };

  const recordError = (error: unknown): void => {
    fromDatabaseSocket(error);
    const isOverdue = isOverdueStatement(error);
    if (!isOverdue && !isDatabaseUnavailable(error)) return;
    if (isOverdue) logOnce('it has ended a statement that took too long', error);
    if (isShortServer(error)) {
      shortages += 1;
      logOnce('its disk or memory is full', error);
    } else if (!isOverdue && isServersRefusal(error)) logOnce('it refuses connections', error);
    const context = strapi.requestContext.get();
    if (context !== undefined) recordOutage(context.state);
  };

  /** @param onLost receives the reason why a connection must no longer be used */
  const guard = (client: Client | PoolClient, onLost?: (reason: unknown) => void): void => {
    const guarded = guardClient(client, {
      onUnavailable: (error) => {
        recordError(error);
        if (isShortServer(error) || isOverdueStatement(error)) return;
        onLost?.(error);
        // The next connection may lead to the new primary.
        if (isReadOnlyServer(error)) guarded.drop('the server only reads');
      },
    });
    clients.add(guarded);
    client.on('end', () => clients.delete(guarded));
  };

  return {
    /** Whether the database is known to be unavailable. */
    isUnavailable: watch.isUnavailable,
    isReadOnly: watch.isReadOnly,
    /** Number of statements that failed because the database had no disk space or memory. */
    shortages: () => shortages,
    clock,
    start: watch.start,
    stop: watch.stop,
    /** Waits for the database, but fails as soon as it is unavailable. */
    wait: pending.wait,
    /** Whether Strapi's pool gets connections. */
    supply,
    guard,
    recordError,
  };
};

export type Availability = ReturnType<typeof createAvailability>;

/**
 * Makes this Strapi instance survive the loss of the database. Call it before everything else in
 * `register`. Pass connections outside of Strapi's pool to `guard`.
 */
export const registerAvailability = ({ strapi }: WithStrapi): void => {
  const availability = createAvailability({ strapi });
  strapi.add(NAME, () => availability);
  logThroughStrapi({ strapi });
  watchConnectionPool(
    { strapi },
    {
      wait: availability.wait,
      onError: availability.recordError,
      onConnection: (connection) =>
        availability.guard(connection, (reason) => disposeConnection(connection, reason)),
      onOpened: availability.supply.opened,
      onOpenFailed: availability.supply.failed,
    },
  );
};

export const getAvailability = ({ strapi }: WithStrapi): Availability => strapi.get(NAME);
