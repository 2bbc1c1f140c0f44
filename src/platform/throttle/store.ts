import type { Definition } from '../database/installer';

/** A schema of its own, because Strapi inspects and changes its tables at every start. */
export const SCHEMA = 'throttle';
export const TABLE = 'hits';

/**
 * The table in which every node counts. It is unlogged, because every limited request writes to it
 * and losing the counts in a crash is harmless.
 */
export const createThrottleDefinitions = (): readonly Definition[] => [
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
