import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../platform/with-strapi';
import { createSqlRunner } from '../../platform/strapi/pooled-sql';
import type { Definition } from '../../platform/database/installer';
import { resyncDefinitions } from './resync';
import { tableDefinitions } from './delivery-tables';
import { documentStatesOf } from './document-state';
import { rowIdAliasDefinitions } from './row-id-aliases';
import { functionDefinitions } from './functions';
import { commitDefinitions } from './on-commit';
import { LANGUAGES, triggerDefinitions } from './triggers';
import { watchedTablesOf, type WatchedTables } from './watched-tables';

/** Returns indexes that find the owner of a component, which no index of Strapi does. */
const indexDefinitions = ({ holders }: WatchedTables): readonly Definition[] => {
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

/** Returns the database objects that announce every visible change, whichever way it is made. */
export const invalidationDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const tables = watchedTablesOf({ strapi });
  const states = documentStatesOf({ strapi });
  return [
    ...tableDefinitions,
    ...rowIdAliasDefinitions,
    ...functionDefinitions({ strapi }, tables, states.linkTables),
    ...commitDefinitions(states),
    ...resyncDefinitions(states),
    ...indexDefinitions(tables),
    ...triggerDefinitions(tables, strapi.db.metadata.get(LANGUAGES).tableName),
  ];
};

/** Resyncs the stored state of published documents with the actual state. */
export const resyncDocuments = async ({ strapi }: WithStrapi): Promise<void> => {
  await createSqlRunner(strapi.db.connection)('SELECT delivery_align()');
};
