import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { indexLookup } from '../../database/definitions';
import { functionsFor } from './functions';
import { watchedTablesOf, type WatchedTable } from './watched-tables';

const LOCK = 'delivery_triggers';
const LANGUAGES = 'plugin::i18n.locale';
const DEFAULT_LANGUAGE = 'plugin_i18n_default_locale';

type Event = 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE';

type Trigger = { name: string; table: string; create: string };

const rowsOf: Record<Event, string> = {
  INSERT: 'REFERENCING NEW TABLE AS new_rows',
  UPDATE: 'REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows',
  DELETE: 'REFERENCING OLD TABLE AS old_rows',
  TRUNCATE: '',
};

/** Once a statement, whatever the number of rows: a channel's publication touches hundreds of links. */
const afterStatement = (table: string, event: Event, call: string): Trigger => {
  const name = `delivery_${event.toLowerCase()}`;
  return {
    name,
    table,
    create:
      `CREATE TRIGGER ${name} AFTER ${event} ON ${escapeIdentifier(table)} ${rowsOf[event]} ` +
      `FOR EACH STATEMENT EXECUTE FUNCTION ${call}`,
  };
};

const writes: readonly Event[] = ['INSERT', 'UPDATE', 'DELETE'];

const triggersOn = (table: WatchedTable): readonly Trigger[] => {
  const uid = escapeLiteral(table.uid);
  const emptied = afterStatement(table.name, 'TRUNCATE', 'delivery_emptied()');
  switch (table.kind) {
    case 'documents': {
      const call = `delivery_documents_changed(${uid}, ${escapeLiteral(String(table.hasDrafts))})`;
      return [...writes.map((event) => afterStatement(table.name, event, call)), emptied];
    }
    case 'links': {
      const call = `delivery_parts_changed(${uid}, ${escapeLiteral(table.column)})`;
      return [...writes.map((event) => afterStatement(table.name, event, call)), emptied];
    }
    case 'components':
      // A component that comes or goes does so together with the link to what holds it.
      return [
        afterStatement(table.name, 'UPDATE', `delivery_parts_changed(${uid}, 'id')`),
        emptied,
      ];
  }
};

const mediaTriggers: readonly Trigger[] = [
  ...writes.map((event) => afterStatement('files_related_mph', event, 'delivery_files_linked()')),
  afterStatement('files_related_mph', 'TRUNCATE', 'delivery_emptied()'),
  afterStatement('files', 'UPDATE', 'delivery_files_changed()'),
];

const languageTriggers = (localeTable: string): readonly Trigger[] => {
  const call = `delivery_languages_changed(${escapeLiteral(LANGUAGES)})`;
  const name = 'delivery_setting';
  return [
    ...writes.map((event) => afterStatement(localeTable, event, call)),
    {
      name,
      table: 'strapi_core_store_settings',
      create:
        `CREATE TRIGGER ${name} AFTER INSERT OR UPDATE ON strapi_core_store_settings FOR EACH ROW ` +
        `WHEN (NEW.key = ${escapeLiteral(DEFAULT_LANGUAGE)}) EXECUTE FUNCTION ${call}`,
    },
  ];
};

type Raw = { raw: (sql: string) => Promise<{ rows: Record<string, string>[] }> };

/**
 * Makes the database tell of every change that an answer can show, however it is made; run at every
 * start, after Strapi has brought the tables in line with the models. What is there already is left
 * alone: to replace a trigger waits for whoever writes to its table.
 */
export const installTriggers = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  const tables = watchedTablesOf({ strapi });
  const functions = functionsFor(tables);
  const { tableName } = strapi.db.metadata.get(LANGUAGES);
  const triggers = [
    ...tables.watched.flatMap(triggersOn),
    ...mediaTriggers,
    ...languageTriggers(tableName),
  ];
  const digest = createHash('sha256').update(functions).digest('hex');

  await strapi.db.connection.transaction(async (transaction) => {
    const trx = transaction as unknown as Raw;
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('${LOCK}'))`);
    const known = await trx.raw(
      `SELECT obj_description(oid, 'pg_proc') AS digest FROM pg_proc ` +
        `WHERE proname = 'delivery_touch' AND pronamespace = current_schema()::regnamespace`,
    );
    if (known.rows[0]?.digest !== digest) {
      await trx.raw(functions);
      await trx.raw(
        `COMMENT ON FUNCTION delivery_touch(text, bigint[]) IS ${escapeLiteral(digest)}`,
      );
    }
    const { rows } = await trx.raw(
      `SELECT c.relname AS "table", t.tgname AS name, pg_get_triggerdef(t.oid) AS definition ` +
        `FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid ` +
        `WHERE t.tgname LIKE 'delivery\\_%' AND c.relnamespace = current_schema()::regnamespace`,
    );
    const calls = new Map(
      rows.map(({ table = '', name = '', definition = '' }) => [
        `${table} ${name}`,
        definition.slice(definition.indexOf('EXECUTE FUNCTION')),
      ]),
    );
    const isThere = await indexLookup(trx);
    for (const { table, to } of tables.holders) {
      const index = `delivery_${table}_held`;
      if (isThere(index)) continue;
      await trx.raw(
        `CREATE INDEX IF NOT EXISTS ${escapeIdentifier(index)} ON ${escapeIdentifier(table)} (${escapeIdentifier(to)})`,
      );
    }
    for (const { table, name, create } of triggers) {
      const call = calls.get(`${table} ${name}`);
      if (call === create.slice(create.indexOf('EXECUTE FUNCTION'))) continue;
      if (call !== undefined) await trx.raw(`DROP TRIGGER ${name} ON ${escapeIdentifier(table)}`);
      await trx.raw(create);
    }
  });
};
