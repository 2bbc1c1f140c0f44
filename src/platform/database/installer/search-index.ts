import type { Core } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../with-strapi';
import { sql } from '../../strapi/queries';
import { searchedColumns } from '../../strapi/searched-columns';
import type { Definition } from './definition';

const EXTENSION = 'pg_trgm';

const nameFor = (table: string): string => `${table}_search_ix`;

/**
 * What new rows leave to be sorted into the index, in kB, and every search reads to the end until then. PostgreSQL's
 * 4,096 are those of several thousand rows.
 */
const PENDING_KB = 256;

/**
 * Has the panel's search in a type find its rows by the three letters that stand beside each other anywhere in their
 * texts, instead of reading the table. One index over all columns that are compared: a single one that is not in it
 * would have the whole table read. Texts of fewer than three letters are looked for without it.
 */
export const searchIndex = ({ strapi }: WithStrapi, uid: string): readonly Definition[] => {
  const table = strapi.db.metadata.get(uid).tableName;
  const name = nameFor(table);
  const columns = searchedColumns({ strapi }, uid).map(
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

/** The tables that have such an index, which those lack where there is no extension. */
export const searchedTables = async ({
  strapi,
}: {
  strapi: Core.Strapi;
}): Promise<ReadonlySet<string>> => {
  const { rows } = await sql(
    { strapi },
    'SELECT tablename AS "table", indexname AS name FROM pg_indexes WHERE schemaname = current_schema()',
  );
  const found = rows.filter(({ table, name }) => name === nameFor(String(table)));
  return new Set(found.map(({ table }) => String(table)));
};
