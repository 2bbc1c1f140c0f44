import type { EventEmitter } from 'node:events';
import type { WithStrapi } from '../with-strapi';

/** The part of a `pg` client that emits the server's messages. */
type Connected = { connection: EventEmitter };

/** The part of knex's client with tarn's pool, which emits each connection that it hands out. */
type KnexClient = {
  pool: { on: (event: 'acquireSuccess', hear: (id: number, connected: Connected) => void) => void };
};

/**
 * Command tags of writes that changed at least one row. Queues look for work every second with an
 * UPDATE that changes none.
 */
const WRITES = /^(?:TRUNCATE|(?:INSERT|UPDATE|DELETE|MERGE|COPY)\b.* [1-9]\d*$)/;

/**
 * Calls `wrote` when a transaction of this process that wrote rows has ended, before its caller
 * learns of it. It monitors the connections below Strapi and knex, so that no write is missed.
 *
 * It relies on pg's `client.connection`, which emits each message of the server by its name
 * (pg/lib/connection.js). These are `commandComplete` with the command's tag, `readyForQuery` with
 * the transaction's state.
 */
export const watchOwnWrites = ({ strapi }: WithStrapi, wrote: () => void): void => {
  const watched = new WeakSet<EventEmitter>();

  const watch = ({ connection }: Connected): void => {
    if (watched.has(connection)) return;
    watched.add(connection);
    let hasWritten = false;
    connection.on('commandComplete', ({ text }: { text: string }) => {
      if (WRITES.test(text)) hasWritten = true;
    });
    connection.on('readyForQuery', ({ status }: { status: string }) => {
      if (!hasWritten || status !== 'I') return;
      hasWritten = false;
      wrote();
    });
  };

  const { pool } = strapi.db.connection.client as KnexClient;
  pool.on('acquireSuccess', (_id, connected) => watch(connected));
};
