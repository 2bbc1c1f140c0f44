import type { Client, PoolClient } from 'pg';
import type { WithStrapi } from '../with-strapi';
import { databaseSettings } from './settings';
import {
  disposeConnection,
  logThroughStrapi,
  poolCounts,
  watchConnectionPool,
} from '../strapi/connection-pool';
import { withConnection } from '../strapi/pooled-sql';
import { makeTransactionsHonest } from '../strapi/transactions';
import { compareClocks } from './clock';
import { guardClient, type GuardedClient } from './guarded-client';
import { fromDatabaseSocket, isDatabaseAway, isReadOnlyServer, isShortServer } from './outage';
import { createPending } from './pending';
import { createPoolSupply } from './pool-supply';
import { createWatch } from './watch';

const NAME = 'database-availability';

/** How often it is said that the database is short of something. */
const SHORT_SAID_MS = 60_000;

/** Where a request notes that it met with a database that is away. */
type RequestState = { hasMetOutage?: boolean };

const createAvailability = ({ strapi }: WithStrapi) => {
  const { url, patience } = databaseSettings.of({ strapi });
  const clients = new Set<GuardedClient>();
  const pending = createPending(() => watch.isAway());
  const clock = compareClocks(strapi.log);
  const watch = createWatch({
    url,
    patience,
    clients: () => clients,
    onAway: () => {
      pending.end();
      for (const client of clients) client.drop('the database does not answer');
    },
    log: strapi.log,
    clock,
  });

  const supply = createPoolSupply({
    size: () => {
      const { used, free } = poolCounts({ strapi });
      return used + free;
    },
    ask: () => withConnection(strapi.db.connection, (connection) => connection.query('SELECT 1')),
    isAway: watch.isAway,
  });

  let saidShortAt = -Infinity;
  let shortages = 0;

  /** Not with every statement that is refused: they would fill the disk of the log as well. */
  const sayShort = (error: unknown): void => {
    if (performance.now() - saidShortAt < SHORT_SAID_MS) return;
    saidShortAt = performance.now();
    const { message } = error as Error;
    strapi.log.error(`database: it has no room left for what is written to it: ${message}`);
  };

  const recordError = (error: unknown): void => {
    fromDatabaseSocket(error);
    if (!isDatabaseAway(error)) return;
    if (isShortServer(error)) {
      shortages += 1;
      sayShort(error);
    }
    const context = strapi.requestContext.get();
    if (context !== undefined) (context.state as RequestState).hasMetOutage = true;
  };

  /** @param onLost hears why a connection must not be used any more */
  const guard = (client: Client | PoolClient, onLost?: (reason: unknown) => void): void => {
    const guarded = guardClient(client, {
      onAway: (error) => {
        recordError(error);
        if (isShortServer(error)) return;
        onLost?.(error);
        // The next one may lead to the server that has taken over.
        if (isReadOnlyServer(error)) guarded.drop('the server only reads');
      },
    });
    clients.add(guarded);
    client.on('end', () => clients.delete(guarded));
  };

  return {
    /** Whether the database is known to be away at this moment. */
    isAway: watch.isAway,
    isReadOnly: watch.isReadOnly,
    /** How many statements it has had no room or memory for. */
    shortages: () => shortages,
    clock,
    start: watch.start,
    stop: watch.stop,
    /** Waits for something of the database, and no longer once it is away. */
    wait: pending.wait,
    /** Whether Strapi's pool gets connections. */
    supply,
    guard,
    recordError,
  };
};

export type Availability = ReturnType<typeof createAvailability>;

/**
 * Makes the loss of the database something that this Strapi instance gets over; call it before anything
 * else in `register`. Connections from elsewhere than Strapi's pool are handed to `guard`.
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
  makeTransactionsHonest({ strapi });
};

export const availabilityOf = ({ strapi }: WithStrapi): Availability => strapi.get(NAME);

/** Whether a request has met with a database that was away, even where whoever met it kept silent. */
export const hasMetOutage = (state: object): boolean =>
  (state as RequestState).hasMetOutage === true;
