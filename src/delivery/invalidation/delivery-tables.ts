import type { Definition } from '../../platform/database/installer';

/** A separate schema, because Strapi changes the tables of its own schema at every start. */
const schema = 'CREATE SCHEMA IF NOT EXISTS delivery;';

/** Tables of the delivery functions. Several releases share them, so new columns need a default. */
export const tableDefinitions: readonly Definition[] = [
  {
    kind: 'table',
    // One row for each published locale of each document. It holds the values that queries filter
    // and sort by, and a digest of the related documents. Null values mean that the state is
    // unknown.
    name: 'delivery.documents',
    create: `${schema}
      CREATE TABLE delivery.documents (
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL DEFAULT '',
        selection jsonb,
        links text,
        PRIMARY KEY (uid, document_id, locale)
      )`,
  },
  {
    kind: 'table',
    // Digest of each type's state definition at the time when its rows were stored.
    name: 'delivery.types',
    create: `${schema}
      CREATE TABLE delivery.types (uid text PRIMARY KEY, digest text NOT NULL)`,
  },
  {
    kind: 'table',
    // Documents touched by the current transaction. It is empty between transactions, so a crash
    // loses nothing.
    name: 'delivery.pending',
    create: `${schema}
      CREATE UNLOGGED TABLE delivery.pending (
        tx xid8 NOT NULL,
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL DEFAULT '',
        own boolean NOT NULL,
        PRIMARY KEY (tx, uid, document_id, locale)
      )`,
  },
  {
    kind: 'table',
    // Changes that have not been handed to consumers yet.
    name: 'delivery.changes',
    create: `${schema}
      CREATE TABLE delivery.changes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL DEFAULT '',
        event text NOT NULL,
        before jsonb,
        after jsonb,
        keys text[] NOT NULL
      )`,
  },
];
