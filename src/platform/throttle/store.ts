import type { Definition } from '../database/installer';

/** Apart from the tables that Strapi inspects and changes at every start. */
export const SCHEMA = 'throttle';
export const TABLE = 'hits';

/**
 * The table that every node counts in. Unlogged: losing the counts in a crash costs nothing, and a count
 * is written on every guarded request.
 */
export const throttleDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: `${SCHEMA}.${TABLE}`,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE UNLOGGED TABLE ${SCHEMA}.${TABLE} (
        key varchar(255) PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      )`,
  },
];
