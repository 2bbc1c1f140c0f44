import type { Core } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../strapi/with-strapi';
import { sql } from '../../strapi/queries';
import { listSearchedColumns } from '../../strapi/stored-queries';
import type { Definition } from './definition';

const EXTENSION = 'pg_trgm';

const nameFor = (table: string): string => `${table}_search_ix`;

/**
 * Size in kB of the list of rows that are not in the index yet. Every search reads all of it.
 * PostgreSQL's default of 4,096 holds several thousand rows.
 */
const PENDING_KB = 256;

/**
 * Returns a trigram index for the panel's search in a type, so that searches need not read the
 * table. One index covers all compared columns, because a single missing column would cause a full
 * scan. Searches for fewer than three letters do not use it.
 */
export const createSearchIndex = ({ strapi }: WithStrapi, uid: string): readonly Definition[] => {
  const table = strapi.db.metadata.get(uid).tableName;
  const name = nameFor(table);
  const columns = listSearchedColumns({ strapi }, uid).map(
    (column) => `(${escapeIdentifier(column)}::text) gin_trgm_ops`,
  );
  return [
    {
      kind: 'extension',
      name: EXTENSION,
      create: `CREATE EXTENSION IF NOT EXISTS ${EXTENSION}`,
      purpose: `quick search in the panel's lists of users and orders (${name})`,
    },
    {
      kind: 'index',
      name,
      table,
      needs: [EXTENSION],
      create:
        `CREATE INDEX ${name} ON ${escapeIdentifier(table)} USING gin (${columns.join(', ')}) ` +
        `WITH (gin_pending_list_limit = ${PENDING_KB})`,
    },
  ];
};

/** Returns the tables with a search index. Without the extension there are none. */
export const readSearchedTables = async ({
  strapi,
}: {
  strapi: Core.Strapi;
}): Promise<ReadonlySet<string>> => {
  const { rows } = await sql(
    { strapi },
    'SELECT tablename AS "table", indexname AS name FROM pg_indexes WHERE schemaname = current_schema()',
  );
  const searchIndexes = rows.filter(({ table, name }) => name === nameFor(String(table)));
  return new Set(searchIndexes.map(({ table }) => String(table)));
};
