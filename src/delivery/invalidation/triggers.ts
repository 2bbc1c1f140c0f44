import { escapeLiteral } from 'pg';
import {
  ROW_EVENTS,
  statementTrigger,
  type Definition,
  type StatementEvent,
} from '../../platform/database/installer';
import { DEFAULT_LOCALE_SETTING } from '../../platform/strapi/default-locale';
import type { WatchedTable, WatchedTables } from './watched-tables';
import { LANGUAGES } from '../plan/model';

/** Fires once per statement, because publishing a channel writes hundreds of links. */
const afterStatement = (table: string, event: StatementEvent, call: string): Definition =>
  statementTrigger({ prefix: 'delivery', table, event, call });

const triggersOn = (table: WatchedTable): readonly Definition[] => {
  const uid = escapeLiteral(table.uid);
  const emptied = afterStatement(table.name, 'TRUNCATE', 'delivery_emptied()');
  switch (table.kind) {
    case 'documents': {
      const call = `delivery_documents_changed(${uid}, ${escapeLiteral(String(table.hasDrafts))})`;
      return [...ROW_EVENTS.map((event) => afterStatement(table.name, event, call)), emptied];
    }
    case 'links': {
      const call = `delivery_parts_changed(${uid}, ${escapeLiteral(table.column)})`;
      return [...ROW_EVENTS.map((event) => afterStatement(table.name, event, call)), emptied];
    }
    case 'components':
      // A component is inserted or deleted together with the link to its owner, whose trigger notes
      // the change.
      return [
        afterStatement(table.name, 'UPDATE', `delivery_parts_changed(${uid}, 'id')`),
        emptied,
      ];
  }
};

const mediaTriggers: readonly Definition[] = [
  ...ROW_EVENTS.map((event) =>
    afterStatement('files_related_mph', event, 'delivery_files_linked()'),
  ),
  afterStatement('files_related_mph', 'TRUNCATE', 'delivery_emptied()'),
  afterStatement('files', 'UPDATE', 'delivery_files_changed()'),
  afterStatement('files', 'DELETE', 'delivery_files_changed()'),
];

const languageTriggers = (localeTable: string): readonly Definition[] => {
  const call = `delivery_languages_changed(${escapeLiteral(LANGUAGES)})`;
  const name = 'delivery_setting';
  return [
    ...ROW_EVENTS.map((event) => afterStatement(localeTable, event, call)),
    {
      kind: 'trigger',
      name,
      table: 'strapi_core_store_settings',
      create:
        `CREATE TRIGGER ${name} AFTER INSERT OR UPDATE ON strapi_core_store_settings FOR EACH ROW ` +
        `WHEN (NEW.key = ${escapeLiteral(DEFAULT_LOCALE_SETTING)}) EXECUTE FUNCTION ${call}`,
    },
  ];
};

/** Returns the triggers on every table that responses are made from, on files and on locales. */
export const triggerDefinitions = (
  { watched }: WatchedTables,
  localeTable: string,
): readonly Definition[] => [
  ...watched.flatMap(triggersOn),
  ...mediaTriggers,
  ...languageTriggers(localeTable),
];
