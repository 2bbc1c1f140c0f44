import type { Knex } from 'knex';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../strapi/with-strapi';
import { listComponentUids, listContentTypes } from '../strapi/models';
import { createSqlRunner, type RunSql } from '../strapi/pooled-sql';

type Column = { table: string; column: string; type: string };

/** Strapi's types with user-entered texts. */
const STRAPI_TYPES = [
  'admin::user',
  'plugin::upload.file',
  'plugin::upload.folder',
  'plugin::users-permissions.user',
];

/** Changed when types were added, so that databases with the former key are processed again. */
const STORE_KEY = 'nfc_2';

/** Secrets, identifiers, and names of stored files. */
const EXCLUDED_COLUMNS = [
  ...['password', 'reset_password_token', 'registration_token', 'confirmation_token'],
  ...['session_stamp', 'document_id', 'locale'],
  ...['url', 'preview_url', 'formats', 'hash', 'ext', 'provider_metadata', 'path', 'folder_path'],
];

const listTables = ({ strapi }: WithStrapi, others: readonly string[]): string[] => {
  const types = listContentTypes({ strapi })
    .map(({ uid }): string => uid)
    .filter((uid) => uid.startsWith('api::') || others.includes(uid));
  return [...types, ...listComponentUids({ strapi })].map(
    (uid) => strapi.db.metadata.get(uid).tableName,
  );
};

const readTextColumns = (sql: RunSql, tables: readonly string[]): Promise<Column[]> =>
  sql<Column>(
    `SELECT table_name AS "table", column_name AS "column", data_type AS type
     FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = ANY ($1) AND NOT column_name = ANY ($2)
       AND data_type IN ('text', 'character varying', 'jsonb')
     ORDER BY table_name, column_name`,
    [tables, EXCLUDED_COLUMNS],
  );

const asText = ({ column, type }: Column): string =>
  type === 'jsonb' ? `${escapeIdentifier(column)}::text` : escapeIdentifier(column);

/** Returns the ids of a table's rows with texts in another form than NFC. */
const findRows = async (
  sql: RunSql,
  table: string,
  columns: readonly Column[],
): Promise<number[]> => {
  const isOther = columns.map((column) => `${asText(column)} IS NOT NFC NORMALIZED`).join(' OR ');
  const rows = await sql<{ id: number }>(
    `SELECT id FROM ${escapeIdentifier(table)} WHERE ${isOther} ORDER BY id`,
  );
  return rows.map(({ id }) => id);
};

/**
 * Normalizes stored user-entered texts to NFC, in drafts and published versions. The service now
 * stores and compares text in NFC (`nfc.ts`).
 *
 * A row stays unchanged and is logged if the database rejects its new text. An example is an
 * account whose address another account already has in NFC.
 *
 * @param isLast whether later starts can skip this, because no older release writes to the database
 */
export const normalizeStoredText = async (
  { strapi }: WithStrapi,
  { isLast, types }: { isLast: boolean; types: readonly string[] },
): Promise<void> => {
  const store = strapi.store({ type: 'core', name: 'text', key: STORE_KEY });
  if ((await store.get({})) === true) return;
  const sql = createSqlRunner(strapi.db.connection);
  const columns = await readTextColumns(sql, listTables({ strapi }, [...STRAPI_TYPES, ...types]));
  let count = 0;
  for (const table of new Set(columns.map((column) => column.table))) {
    const ofTable = columns.filter((column) => column.table === table);
    const values = ofTable
      .map((column) => {
        const back = column.type === 'jsonb' ? '::jsonb' : '';
        return `${escapeIdentifier(column.column)} = normalize(${asText(column)}, NFC)${back}`;
      })
      .join(', ');
    const update = `UPDATE ${escapeIdentifier(table)} SET ${values} WHERE id = ANY ($1::int[])`;
    const ids = await findRows(sql, table, ofTable);
    if (ids.length === 0) continue;
    const write = (some: readonly number[]): Promise<unknown> =>
      strapi.db.connection.transaction((trx: Knex.Transaction) =>
        createSqlRunner(trx)(update, [some]),
      );
    try {
      await write(ids);
      count += ids.length;
    } catch {
      for (const id of ids) {
        try {
          await write([id]);
          count += 1;
        } catch (error) {
          const { message } = error as Error;
          strapi.log.warn(`database: cannot normalize row ${id} of ${table} to NFC: ${message}`);
        }
      }
    }
  }
  if (isLast) await store.set({ value: true });
  if (count > 0) strapi.log.info(`database: normalized the text of ${count} rows to NFC`);
};
