import { escapeLiteral, escapeIdentifier } from 'pg';
import {
  ROW_EVENTS,
  createStatementTrigger,
  type Definition,
  type StatementEvent,
} from '#platform/database/installer';
import { DEFAULT_LOCALE_SETTING } from '#platform/strapi/default-locale';
import type { WatchedTable, WatchedTables, Holder } from './watched-tables';
import { LANGUAGES, MEDIA_UID, createModelLookup } from '../plan/model';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { EVERYTHING } from './keys';
import { DRAFTS_CHANNEL, MESSAGE_BYTES } from './channel';

const everything = escapeLiteral(EVERYTHING);

const listOf = (values: Iterable<string>): string =>
  `ARRAY[${[...values].map(escapeLiteral).join(', ')}]::text[]`;

/**
 * Returns SQL that notes documents as touched. `own` means that their own content has changed, and
 * not only their links. It stays true once it is set.
 */
const record = (select: string): string => `
        INSERT INTO delivery.pending AS p (tx, uid, document_id, locale, own)
        ${select}
        ON CONFLICT (tx, uid, document_id, locale)
          DO UPDATE SET own = true WHERE excluded.own AND NOT p.own;
        IF FOUND THEN PERFORM delivery_due(); END IF;`;

const buildDocumentCases = ({ strapi }: WithStrapi, { watched }: WatchedTables): string[] => {
  const models = createModelLookup({ strapi });
  return watched.flatMap((table) => {
    if (table.kind !== 'documents') return [];
    const uid = escapeLiteral(table.uid);
    const locale = models(table.uid).isLocalized ? `coalesce(d.locale, '')` : `''`;
    const isPublished = table.hasDrafts ? ' AND d.published_at IS NOT NULL' : '';
    const select =
      `SELECT DISTINCT pg_current_xact_id(), ${uid}, d.document_id, ${locale}, is_own ` +
      `FROM ${escapeIdentifier(table.name)} d ` +
      `WHERE d.id = ANY(ids) AND d.document_id IS NOT NULL${isPublished}`;
    return [`WHEN ${uid} THEN${record(select)}`];
  });
};

const buildHolderCases = ({ holders }: WatchedTables): string[] => {
  const byComponent = new Map<string, Holder[]>();
  for (const holder of holders) {
    byComponent.set(holder.component, [...(byComponent.get(holder.component) ?? []), holder]);
  }
  return [...byComponent].map(
    ([component, held]) => `WHEN ${escapeLiteral(component)} THEN
        ${held
          .map(
            ({ uid, table, from, to }) =>
              `PERFORM delivery_touch(${escapeLiteral(uid)}, ARRAY(
          SELECT DISTINCT ${escapeIdentifier(from)}::bigint FROM ${escapeIdentifier(table)}
          WHERE ${escapeIdentifier(to)} = ANY(ids) AND component_type = ${escapeLiteral(component)}), is_own);`,
          )
          .join('\n        ')}`,
  );
};

/** SECURITY DEFINER, because a role that writes content may lack rights on delivery's tables. */
const createTriggerFunction = (name: string, body: string): Definition => ({
  kind: 'function',
  name: `${name}()`,
  create:
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger AS $$${body}$$ ` +
    'LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT',
});

/** Executes SQL for the rows before a statement, and for those after it. */
const buildRowVersionsSql = (sqlFor: (rows: string) => string): string => `
  IF TG_OP <> 'INSERT' THEN${sqlFor('old_rows')}
  END IF;
  IF TG_OP <> 'DELETE' THEN${sqlFor('new_rows')}
  END IF;`;

/**
 * Returns the trigger functions of content tables. They find the published documents that a changed
 * row belongs to and note them. The notes are processed at commit (`on-commit.ts`). A rollback
 * discards them.
 *
 * @param linkTables tables whose rows lead from a document to others. On publication, Strapi
 * rewrites the links of every document that shows the published one, which by itself changes
 * nothing.
 */
export const createFunctionDefinitions = (
  { strapi }: WithStrapi,
  tables: WatchedTables,
  linkTables: ReadonlySet<string>,
): readonly Definition[] => {
  const localized = tables.watched
    .filter(
      ({ kind, uid }) => kind === 'documents' && createModelLookup({ strapi })(uid).isLocalized,
    )
    .map(({ uid }) => uid);

  const buildRowsSql = (transition: string): string =>
    record(
      `SELECT DISTINCT pg_current_xact_id(), TG_ARGV[0], d.document_id, ` +
        `CASE WHEN is_localized THEN coalesce(d.locale, '') ELSE '' END, true ` +
        `FROM ${transition} d WHERE d.document_id IS NOT NULL AND (NOT has_drafts OR d.published_at IS NOT NULL)`,
    );

  const buildDraftsSql = (transition: string): string => `
    SELECT string_agg(DISTINCT d.document_id, ',') INTO drafts FROM ${transition} d
    WHERE has_drafts AND d.published_at IS NULL;
    IF drafts IS NOT NULL THEN
      PERFORM pg_notify(${escapeLiteral(DRAFTS_CHANNEL)}, TG_ARGV[0] || ' ' ||
        CASE WHEN octet_length(drafts) > ${MESSAGE_BYTES} THEN '*' ELSE drafts END);
    END IF;`;

  const buildFilesSql = (transition: string): string =>
    record(
      `SELECT DISTINCT pg_current_xact_id(), ${escapeLiteral(MEDIA_UID)}, d.document_id, '', true ` +
        `FROM ${transition} d WHERE d.document_id IS NOT NULL`,
    );

  return [
    {
      kind: 'function',
      // Inserts the row whose deferred trigger processes the transaction at commit.
      name: 'delivery_due()',
      create: `
CREATE OR REPLACE FUNCTION delivery_due() RETURNS void AS $$
  INSERT INTO delivery.pending (tx, uid, document_id, own) VALUES (pg_current_xact_id(), '', '', false)
  ON CONFLICT DO NOTHING
$$ LANGUAGE sql`,
    },
    {
      kind: 'function',
      // Finds the published documents that rows of a model are, or belong to. `is_own` means that
      // their content has or may have changed; otherwise only links to other documents were
      // written.
      name: 'delivery_touch(text, bigint[], boolean)',
      create: `
CREATE OR REPLACE FUNCTION delivery_touch(changed text, ids bigint[], is_own boolean) RETURNS void AS $$
BEGIN
  IF ids IS NULL OR cardinality(ids) = 0 THEN RETURN; END IF;
  CASE changed
      ${[...buildDocumentCases({ strapi }, tables), ...buildHolderCases(tables)].join('\n      ')}
      ELSE NULL;
  END CASE;
END $$ LANGUAGE plpgsql`,
    },
    // Rows of a content type. Arguments: the type, and whether rows without a publication date are
    // drafts.
    createTriggerFunction(
      'delivery_documents_changed',
      `
DECLARE
  has_drafts boolean := TG_ARGV[1]::boolean;
  is_localized boolean := TG_ARGV[0] = ANY(${listOf(localized)});
  drafts text;
BEGIN${buildRowVersionsSql(buildRowsSql)}
  IF TG_OP = 'DELETE' THEN${buildDraftsSql('old_rows')}
  ELSE${buildDraftsSql('new_rows')}
  END IF;
  RETURN NULL;
END `,
    ),
    // Rows that belong to other rows. Arguments: the model of the owning rows, and the column that
    // refers to them.
    createTriggerFunction(
      'delivery_parts_changed',
      `
DECLARE
  ids bigint[];
BEGIN${buildRowVersionsSql(
        (rows) => `
    EXECUTE format('SELECT array_agg(DISTINCT %I::bigint) FROM ${rows}', TG_ARGV[1]) INTO ids;
    PERFORM delivery_touch(TG_ARGV[0], ids, TG_TABLE_NAME <> ALL(${listOf(linkTables)}));`,
      )}
  RETURN NULL;
END `,
    ),
    // Links between files and the rows that show them.
    createTriggerFunction(
      'delivery_files_linked',
      `
BEGIN${buildRowVersionsSql(
        (rows) => `
    PERFORM delivery_touch(related_type, array_agg(related_id::bigint), true)
    FROM ${rows} GROUP BY related_type;`,
      )}
  RETURN NULL;
END `,
    ),
    // Files. A new file is shown nowhere until it is linked, so nothing depends on its ID yet.
    createTriggerFunction(
      'delivery_files_changed',
      `
BEGIN
  IF TG_OP = 'DELETE' THEN${buildFilesSql('old_rows')}
  ELSE
    PERFORM delivery_touch(related_type, array_agg(related_id::bigint), true)
    FROM files_related_mph WHERE file_id IN (SELECT id FROM new_rows) GROUP BY related_type;${buildFilesSql('new_rows')}
  END IF;
  RETURN NULL;
END `,
    ),
    // Any change of the site's locales. Argument: the type of a locale.
    createTriggerFunction(
      'delivery_languages_changed',
      `
BEGIN${record(`VALUES (pg_current_xact_id(), TG_ARGV[0], ${everything}, '', true)`)}
  RETURN NULL;
END `,
    ),
    createTriggerFunction(
      'delivery_emptied',
      `
BEGIN${record(`VALUES (pg_current_xact_id(), ${everything}, ${everything}, '', true)`)}
  RETURN NULL;
END `,
    ),
  ];
};

/** Fires once per statement, because publishing a channel writes hundreds of links. */
const createDeliveryTrigger = (table: string, event: StatementEvent, call: string): Definition =>
  createStatementTrigger({ prefix: 'delivery', table, event, call });

const createTableTriggers = (table: WatchedTable): readonly Definition[] => {
  const uid = escapeLiteral(table.uid);
  const call =
    table.kind === 'documents'
      ? `delivery_documents_changed(${uid}, ${escapeLiteral(String(table.hasDrafts))})`
      : `delivery_parts_changed(${uid}, ${escapeLiteral(table.kind === 'links' ? table.column : 'id')})`;
  // A component is inserted or deleted together with the link to its owner, whose trigger notes the
  // change.
  const events: readonly StatementEvent[] = table.kind === 'components' ? ['UPDATE'] : ROW_EVENTS;
  return [
    ...events.map((event) => createDeliveryTrigger(table.name, event, call)),
    createDeliveryTrigger(table.name, 'TRUNCATE', 'delivery_emptied()'),
  ];
};

const mediaTriggers: readonly Definition[] = [
  ...ROW_EVENTS.map((event) =>
    createDeliveryTrigger('files_related_mph', event, 'delivery_files_linked()'),
  ),
  createDeliveryTrigger('files_related_mph', 'TRUNCATE', 'delivery_emptied()'),
  createDeliveryTrigger('files', 'UPDATE', 'delivery_files_changed()'),
  createDeliveryTrigger('files', 'DELETE', 'delivery_files_changed()'),
];

const createLanguageTriggers = (localeTable: string): readonly Definition[] => {
  const call = `delivery_languages_changed(${escapeLiteral(LANGUAGES)})`;
  const name = 'delivery_setting';
  return [
    ...ROW_EVENTS.map((event) => createDeliveryTrigger(localeTable, event, call)),
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
export const createTriggerDefinitions = (
  { watched }: WatchedTables,
  localeTable: string,
): readonly Definition[] => [
  ...watched.flatMap(createTableTriggers),
  ...mediaTriggers,
  ...createLanguageTriggers(localeTable),
];
