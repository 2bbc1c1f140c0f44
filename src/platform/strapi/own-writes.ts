import type { EventEmitter } from 'node:events';
import type { WithStrapi } from '../with-strapi';

/** The part of a `pg` client that is used: what it hears from the server, as it comes. */
type Connected = { connection: EventEmitter };

/** Of knex's client: tarn's pool, which says which connection it hands out. */
type KnexClient = {
  pool: { on: (event: 'acquireSuccess', hear: (id: number, connected: Connected) => void) => void };
};

/** Commands that wrote, and not to no row at all: queues look for work once a second by an UPDATE. */
const WRITES = /^(?:TRUNCATE|(?:INSERT|UPDATE|DELETE|MERGE|COPY)\b.* [1-9]\d*$)/;

/**
 * Calls `wrote` whenever a transaction of this process that wrote something has ended, before whoever
 * wrote learns of it. It watches the connections themselves, below Strapi and knex, so that no way of
 * writing is left out.
 *
 * It relies on pg's `client.connection` emitting each message of the server by its name
 * (pg/lib/connection.js): `commandComplete` with the command's tag, `readyForQuery` with the transaction's state.
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
