import type { Knex } from 'knex';
import { buildDefinedNameSql, buildDefinitionKey } from './definition';

/** A schema of its own, because Strapi inspects and changes its tables at every start. */
const SCHEMA = 'definitions';

/** An existing object, as the database describes it. */
export type Present = {
  kind: 'table' | 'function' | 'index' | 'trigger';
  name: string;
  table: string;
  /** Fingerprint of the definition. */
  state: string;
  /** For triggers: the call at the end of the definition. */
  call: string;
};

/** An object that the installer has created or taken over. */
export type InstallationRecord = {
  kind: 'function' | 'index' | 'trigger';
  name: string;
  table: string;
  digest: string;
  /** The database's fingerprint after the creation. The object may have been replaced since. */
  state: string;
};

const SELECT_OBJECTS = `
  SELECT 'table' AS kind, schemaname || '.' || tablename AS name, '' AS "table", '' AS state, '' AS call
  FROM pg_tables WHERE schemaname <> 'pg_catalog'
  UNION ALL
  SELECT 'function', proname || '(' || oidvectortypes(proargtypes) || ')', '',
    md5(pg_get_functiondef(oid)), ''
  FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'
  UNION ALL
  SELECT 'index', ${buildDefinedNameSql('schemaname', 'indexname')}, ${buildDefinedNameSql('schemaname', 'tablename')},
    md5(indexdef), ''
  FROM pg_indexes WHERE schemaname NOT IN ('pg_catalog', 'pg_toast')
  UNION ALL
  SELECT 'trigger', t.tgname,
    CASE WHEN c.relnamespace = current_schema()::regnamespace THEN c.relname
      ELSE c.relnamespace::regnamespace || '.' || c.relname END,
    md5(pg_get_triggerdef(t.oid)),
    substring(pg_get_triggerdef(t.oid) FROM 'EXECUTE FUNCTION .*$')
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal`;

const byKey = <Row extends { kind: string; name: string; table: string }>(
  rows: readonly Row[],
): Map<string, Row> => new Map(rows.map((row) => [buildDefinitionKey(row), row]));

export const readPresent = async (trx: Knex.Transaction): Promise<Map<string, Present>> => {
  const { rows } = await trx.raw<{ rows: Present[] }>(SELECT_OBJECTS);
  return byKey(rows);
};

/** Reads the records. Creates their table if it is missing. */
export const readRecorded = async (
  trx: Knex.Transaction,
): Promise<Map<string, InstallationRecord>> => {
  // Checked first, because "if not exists" logs a notice and takes a lock at every start.
  const { rows: tables } = await trx.raw<{ rows: { exists: boolean }[] }>(
    `SELECT to_regclass('${SCHEMA}.installed') IS NOT NULL AS exists`,
  );
  if (tables[0]?.exists !== true) {
    await trx.raw(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    // Releases of different age share this table: new columns need a default, and nothing is ever
    // renamed.
    await trx.raw(`CREATE TABLE ${SCHEMA}.installed (
      kind text NOT NULL,
      table_name text NOT NULL,
      name text NOT NULL,
      digest text NOT NULL,
      state text NOT NULL,
      PRIMARY KEY (kind, table_name, name)
    )`);
  }
  const { rows } = await trx.raw<{ rows: InstallationRecord[] }>(
    `SELECT kind, name, table_name AS "table", digest, state FROM ${SCHEMA}.installed`,
  );
  return byKey(rows);
};

export const recordDefinitions = async (
  trx: Knex.Transaction,
  rows: readonly InstallationRecord[],
): Promise<void> => {
  if (rows.length === 0) return;
  await trx.raw(
    `INSERT INTO ${SCHEMA}.installed (kind, table_name, name, digest, state)
     SELECT kind, "table", name, digest, state
     FROM json_to_recordset(?) AS r(kind text, "table" text, name text, digest text, state text)
     ON CONFLICT (kind, table_name, name) DO UPDATE
       SET digest = EXCLUDED.digest, state = EXCLUDED.state`,
    [JSON.stringify(rows)],
  );
};

export const forgetDefinition = async (
  trx: Knex.Transaction,
  { kind, table, name }: InstallationRecord,
): Promise<void> => {
  await trx.raw(`DELETE FROM ${SCHEMA}.installed WHERE kind = ? AND table_name = ? AND name = ?`, [
    kind,
    table,
    name,
  ]);
};
