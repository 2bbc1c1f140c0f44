import type { Core } from '@strapi/types';
import type { PoolClient } from 'pg';

/** Of knex's client: where connections come from, and tarn's pool behind it, which is an emitter. */
type KnexClient = {
  acquireConnection: () => Promise<PoolClient>;
  pool: {
    on: (event: 'acquireSuccess', hear: (id: number, connection: PoolClient) => void) => void;
  };
};

type Options = {
  /** Whatever this throws is what the caller gets instead of a connection. */
  beforeAcquire: () => void;
  onAcquireError: (error: unknown) => void;
  /** Hears of every connection once, before its first query of the application. */
  onConnection: (connection: PoolClient) => void;
};

/**
 * Stands at the pool that Strapi, the job queue and the limits take their connections from.
 *
 * Knex has no option for any of this. It relies on `client.acquireConnection` being what every query and
 * transaction outside another one calls (knex/lib/execution/runner.js and transaction.js), and on the
 * pool's `acquireSuccess` event (documented by tarn), which comes before whoever asked has the connection.
 */
export const watchConnectionPool = (
  { strapi }: { strapi: Core.Strapi },
  { beforeAcquire, onAcquireError, onConnection }: Options,
): void => {
  const client = strapi.db.connection.client as KnexClient;
  const acquire = client.acquireConnection.bind(client);
  const known = new WeakSet<PoolClient>();

  client.acquireConnection = async () => {
    try {
      beforeAcquire();
      return await acquire();
    } catch (error) {
      onAcquireError(error);
      throw error;
    }
  };
  client.pool.on('acquireSuccess', (_id, connection) => {
    if (known.has(connection)) return;
    known.add(connection);
    onConnection(connection);
  });
};
