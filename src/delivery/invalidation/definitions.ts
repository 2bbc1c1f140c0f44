import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createSqlRunner } from '#platform/strapi/pooled-sql';
import type { Definition } from '#platform/database/installer';
import { resyncDefinitions } from './resync';
import { createDocumentStates } from './document-state';
import { rowIdAliasDefinitions } from './row-id-aliases';
import { createFunctionDefinitions, createTriggerDefinitions } from './triggers';
import { createCommitDefinitions } from './on-commit';
import type { NamedContractRead } from '../plan/contract';
import { LANGUAGES, createModelLookup } from '../plan/model';
import { getSelectionAttributes } from '../plan/selection-attributes';
import {
  collectWatchedTables,
  type WatchedTables,
  listShownLinks,
  listShownModels,
} from './watched-tables';
import { createTableLookup, type Link } from '#platform/strapi/tables';

/** A separate schema, because Strapi changes the tables of its own schema at every start. */
const schema = 'CREATE SCHEMA IF NOT EXISTS delivery;';

/** Tables of the delivery functions. Several releases share them, so new columns need a default. */
const tableDefinitions: readonly Definition[] = [
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

/** Returns indexes that find the owner of a component, which no index of Strapi does. */
const createIndexDefinitions = ({ holders }: WatchedTables): readonly Definition[] => {
  // A table can hold several components, all in the same column.
  const columns = new Map(holders.map(({ table, to }) => [table, to] as const));
  return [...columns].map(([table, to]) => {
    const name = `delivery_${table}_held`;
    return {
      kind: 'index',
      name,
      table,
      create: `CREATE INDEX ${escapeIdentifier(name)} ON ${escapeIdentifier(table)} (${escapeIdentifier(to)})`,
    };
  });
};

/** Returns the index columns that find links in reading order; see {@link buildJoins}. */
const listIndexColumns = ({ from, on, order }: Link): readonly string[] =>
  [from, ...Object.keys(on), ...(order === null ? [] : [order]), 'id'].map(escapeIdentifier);

/**
 * Returns an index for each link table that responses are made from. Strapi's indexes cover one
 * side of a link only. PostgreSQL would fetch and sort the two or three rows of each field of each
 * document. That is a third of the cost of reading a product.
 */
const linkIndexDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  const links = listShownModels({ strapi }).flatMap((uid) =>
    listShownLinks({ strapi }, models, uid).map(({ name }) => tables(uid).link(name)),
  );
  // The components of all fields of a type share a table, and so do the files of all types. The
  // link of a dynamic zone is preferred, because it includes the component's type.
  const byTable = new Map<string, Link>();
  for (const link of links) {
    if (link.type !== null || !byTable.has(link.table)) byTable.set(link.table, link);
  }
  return [...byTable.values()].map((link) => {
    const name = `delivery_${link.table}_read`;
    const linkColumns = [link.to, ...(link.type === null ? [] : [link.type])].map(escapeIdentifier);
    return {
      kind: 'index',
      name,
      table: link.table,
      create:
        `CREATE INDEX ${escapeIdentifier(name)} ON ${escapeIdentifier(link.table)} ` +
        `(${listIndexColumns(link).join(', ')}) INCLUDE (${linkColumns.join(', ')})`,
    };
  });
};

/**
 * Returns the database objects that announce every visible change, whichever way it is made, and the
 * indexes for reading.
 *
 * @param reads every contract that is read
 */
export const createDeliveryDefinitions = (
  { strapi }: WithStrapi,
  reads: readonly NamedContractRead[],
): readonly Definition[] => {
  const tables = collectWatchedTables({ strapi });
  const states = createDocumentStates({ strapi }, getSelectionAttributes({ strapi }, reads));
  return [
    ...tableDefinitions,
    ...rowIdAliasDefinitions,
    ...createFunctionDefinitions({ strapi }, tables, states.linkTables),
    ...createCommitDefinitions(states),
    ...resyncDefinitions(states),
    ...createIndexDefinitions(tables),
    ...linkIndexDefinitions({ strapi }),
    ...createTriggerDefinitions(tables, strapi.db.metadata.get(LANGUAGES).tableName),
  ];
};

/** Resyncs the stored state of published documents with the actual state. */
export const resyncDocuments = async ({ strapi }: WithStrapi): Promise<void> => {
  await createSqlRunner(strapi.db.connection)('SELECT delivery_align()');
};
