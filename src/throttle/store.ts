import type { Core } from '@strapi/types';

/** Apart from the tables that Strapi inspects and changes at every start. */
export const SCHEMA = 'throttle';
export const TABLE = 'hits';

/** Any number that nothing else in this database locks. */
const LOCK = 7_423_001;

/**
 * Makes the table that every node counts in. Unlogged: losing the counts in a crash costs nothing, and
 * a count is written on every guarded request.
 */
export const createStore = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  await strapi.db.connection.transaction(async (trx) => {
    // "if not exists" does not keep two nodes that start together from failing each other.
    await trx.raw('select pg_advisory_xact_lock(?)', [LOCK]);
    await trx.raw(`create schema if not exists ${SCHEMA}`);
    await trx.raw(
      `create unlogged table if not exists ${SCHEMA}.${TABLE} (
         key varchar(255) primary key,
         points integer not null default 0,
         expire bigint
       )`,
    );
  });
};
