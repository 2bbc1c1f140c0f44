import type { Definition } from '../../platform/database/installer';

/** Apart from the tables that Strapi inspects and changes at every start. */
const schema = 'CREATE SCHEMA IF NOT EXISTS delivery;';

/** What the functions remember. Releases of different age share it: what is added needs a default. */
export const tableDefinitions: readonly Definition[] = [
  {
    kind: 'table',
    // Each published language of each document: the values that selections go by, and a digest of what its
    // relations lead to. Without values it is not known what they are.
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
    // How the values of a type were found when they were remembered.
    name: 'delivery.types',
    create: `${schema}
      CREATE TABLE delivery.types (uid text PRIMARY KEY, digest text NOT NULL)`,
  },
  {
    kind: 'table',
    // What a transaction has touched so far; empty between transactions, and nothing to recover after a crash.
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
    // What has changed and has not been handed on yet.
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
