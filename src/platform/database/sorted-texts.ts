import type { UID } from '@strapi/types';
import type { Knex } from 'knex';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../strapi/with-strapi';
import { listContentTypes } from '../strapi/models';
import { createSqlRunner } from '../strapi/pooled-sql';
import { createTableLookup } from '../strapi/tables';

type Column = { table: string; column: string; type: string };

/**
 * Compares letters first, then accents, then case, and puts ñ after n. English texts are sorted as
 * by the rules of English.
 */
const COLLATION = 'es-x-icu';

/** SQL for sorting a text that is not in a column of `sortTextsByLetters`. */
export const COLLATE_BY_LETTERS = `COLLATE "${COLLATION}"`;

/** Text fields by which lists are sorted, by type. */
export type SortedTexts = Readonly<Partial<Record<UID.ContentType, readonly string[]>>>;

/** Text fields by which Strapi's own types are sorted. */
const STRAPI_TEXTS: SortedTexts = {
  'admin::role': ['name'],
  'admin::user': ['firstname', 'lastname'],
  'plugin::upload.file': ['name'],
  'plugin::upload.folder': ['name'],
  'plugin::users-permissions.user': ['name', 'surname', 'nameLastName'],
};

const TEXTS = new Set(['string', 'text']);

/** Identifiers that Strapi adds to types. */
const EXCLUDED_COLUMNS = new Set(['documentId', 'locale']);

const listTextColumns = ({ strapi }: WithStrapi, others: SortedTexts): Omit<Column, 'type'>[] => {
  const tables = createTableLookup({ strapi });
  return listContentTypes({ strapi }).flatMap(({ uid, attributes }) => {
    const { name: table, column } = tables(uid);
    const names = uid.startsWith('api::')
      ? Object.keys(attributes).filter(
          (name) => TEXTS.has(attributes[name]?.type ?? '') && !EXCLUDED_COLUMNS.has(name),
        )
      : (others[uid] ?? []);
    return names.map((name) => ({ table, column: column(name) }));
  });
};

/**
 * Selects the columns with another collation. Columns of a B-tree index are identifiers and
 * excluded. Joins use only indexes of the same collation. An upgrade of ICU must not leave an index
 * out of order.
 */
const SELECT_PENDING_COLUMNS = `
  SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS type
  FROM unnest($1::text[], $2::text[]) wanted(relname, attname)
  JOIN pg_class c ON c.relname = wanted.relname AND c.relnamespace = current_schema()::regnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = wanted.attname
  JOIN pg_collation o ON o.oid = a.attcollation AND o.collname <> $3
  WHERE EXISTS (SELECT FROM pg_collation WHERE collname = $3 AND collnamespace = 'pg_catalog'::regnamespace)
    AND NOT EXISTS (
      SELECT FROM pg_index i JOIN pg_class ic ON ic.oid = i.indexrelid JOIN pg_am m ON m.oid = ic.relam
      LEFT JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
        AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid = a.attnum
      WHERE i.indrelid = c.oid AND m.amname = 'btree' AND (a.attnum = ANY (i.indkey) OR d.objid IS NOT NULL))
  ORDER BY 1, 2`;

/** Selects the search indexes of a table's columns. They take minutes to build for many rows. */
const INDEXES = `
  SELECT DISTINCT d.objid::regclass::text AS name, pg_get_indexdef(d.objid) AS definition
  FROM pg_depend d JOIN pg_class i ON i.oid = d.objid AND i.relkind = 'i'
  JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
  WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
    AND d.refobjid = to_regclass($1) AND a.attname = ANY ($2::text[])
  ORDER BY 1`;

/** Maximum time that other readers and writers of the table wait. */
const LOCK_TIMEOUT = '5s';

/**
 * Changes the collation of a table's columns and rebuilds the dependent indexes in one transaction.
 * PostgreSQL rewrites no rows for it. `CONCURRENTLY` would wait for every transaction of the
 * database while this node holds the start lock.
 */
const collateColumns = async (
  { strapi }: WithStrapi,
  table: string,
  columns: readonly Column[],
): Promise<void> => {
  const name = escapeIdentifier(table);
  const changes = columns.map(
    ({ column, type }) =>
      `ALTER COLUMN ${escapeIdentifier(column)} TYPE ${type} COLLATE pg_catalog."${COLLATION}"`,
  );
  await strapi.db.connection.transaction(async (trx: Knex.Transaction) => {
    const sql = createSqlRunner(trx);
    await sql(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await sql(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
    const indexes = await sql<{ name: string; definition: string }>(INDEXES, [
      name,
      columns.map(({ column }) => column),
    ]);
    for (const index of indexes) await sql(`DROP INDEX ${index.name}`);
    await sql(`ALTER TABLE ${name} ${changes.join(', ')}`);
    for (const index of indexes) await sql(index.definition);
  });
};

/**
 * Sorts the texts of lists by the rules of their language, whatever the database's collation is.
 * `C` puts `Zoe` before `alvarado`, and `Álvarez` last.
 *
 * A table that is in constant use, or on which a foreign view depends, stays unchanged until a
 * later start.
 *
 * @param ofFeatures texts of the features' types; all texts of the catalogue are sorted
 */
export const sortTextsByLetters = async (
  { strapi }: WithStrapi,
  ofFeatures: SortedTexts,
): Promise<void> => {
  const textColumns = listTextColumns({ strapi }, { ...STRAPI_TEXTS, ...ofFeatures });
  const pending = await createSqlRunner(strapi.db.connection)<Column>(SELECT_PENDING_COLUMNS, [
    textColumns.map(({ table }) => table),
    textColumns.map(({ column }) => column),
    COLLATION,
  ]);
  for (const table of new Set(pending.map((column) => column.table))) {
    const columns = pending.filter((column) => column.table === table);
    try {
      await collateColumns({ strapi }, table, columns);
    } catch (error) {
      const { message } = error as Error;
      strapi.log.warn(
        `database: cannot set the collation ${COLLATION} on ${table}; the next start tries again: ${message}`,
      );
    }
  }
};
