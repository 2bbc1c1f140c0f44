import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '../../platform/with-strapi';
import type { Definition } from '../../platform/database/installer';
import { EVERYTHING } from './keys';
import { MEDIA_UID } from '../plan/media-fields';
import { modelsOf } from '../plan/model';
import type { Holder, WatchedTables } from './watched-tables';

const everything = escapeLiteral(EVERYTHING);

const listOf = (values: Iterable<string>): string =>
  `ARRAY[${[...values].map(escapeLiteral).join(', ')}]::text[]`;

/** Notes documents as touched. */
const note = (select: string, ifNoted: string): string => `
        INSERT INTO delivery.pending AS p (tx, uid, document_id, locale, own)
        ${select}
        ON CONFLICT (tx, uid, document_id, locale) ${ifNoted};
        IF FOUND THEN PERFORM delivery_due(); END IF;`;

/** Those whose own content is another; `own` stays true once it is. */
const record = (select: string): string => note(select, 'DO UPDATE SET own = true WHERE NOT p.own');

/** Those of which links were written: thousands, and each of them three times, for one that is published. */
const recordLinked = (select: string): string => note(select, 'DO NOTHING');

const documentsOf = ({ strapi }: WithStrapi, { watched }: WatchedTables): string[] => {
  const models = modelsOf({ strapi });
  return watched.flatMap((table) => {
    if (table.kind !== 'documents') return [];
    const uid = escapeLiteral(table.uid);
    const locale = models(table.uid).isLocalized ? `coalesce(d.locale, '')` : `''`;
    const isPublished = table.hasDrafts ? ' AND d.published_at IS NOT NULL' : '';
    const select =
      `SELECT DISTINCT pg_current_xact_id(), ${uid}, d.document_id, ${locale}, is_own ` +
      `FROM ${escapeIdentifier(table.name)} d ` +
      `WHERE d.id = ANY(ids) AND d.document_id IS NOT NULL${isPublished}`;
    return [
      `WHEN ${uid} THEN
        IF is_own THEN${record(select)}
        ELSE${recordLinked(select)}
        END IF;`,
    ];
  });
};

const holdersOf = ({ holders }: WatchedTables): string[] => {
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

/** It may be run by whoever is allowed to write to the table, and needs more than that. */
const triggerFunction = (name: string, body: string): Definition => ({
  kind: 'function',
  name: `${name}()`,
  create:
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger AS $$${body}$$ ` +
    'LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT',
});

/**
 * What the database does when a row changes: it finds the published documents that the row is part of
 * and notes them, so that they are looked at when the transaction commits (`settle.ts`). What is taken
 * back was never noted.
 *
 * @param linkTables tables whose rows lead from a document to others. Strapi writes those of whatever shows
 *   a document anew when the document is published, which by itself changes nothing.
 */
export const functionDefinitions = (
  { strapi }: WithStrapi,
  tables: WatchedTables,
  linkTables: ReadonlySet<string>,
): readonly Definition[] => {
  const localized = tables.watched
    .filter(({ kind, uid }) => kind === 'documents' && modelsOf({ strapi })(uid).isLocalized)
    .map(({ uid }) => uid);

  const rowsIn = (transition: string): string =>
    record(
      `SELECT DISTINCT pg_current_xact_id(), TG_ARGV[0], d.document_id, ` +
        `CASE WHEN is_localized THEN coalesce(d.locale, '') ELSE '' END, true ` +
        `FROM ${transition} d WHERE d.document_id IS NOT NULL AND (NOT has_drafts OR d.published_at IS NOT NULL)`,
    );

  const filesIn = (transition: string): string =>
    record(
      `SELECT DISTINCT pg_current_xact_id(), ${escapeLiteral(MEDIA_UID)}, d.document_id, '', true ` +
        `FROM ${transition} d WHERE d.document_id IS NOT NULL`,
    );

  return [
    {
      kind: 'function',
      // The row that has the transaction settled when it commits.
      name: 'delivery_due()',
      create: `
CREATE OR REPLACE FUNCTION delivery_due() RETURNS void AS $$
  INSERT INTO delivery.pending (tx, uid, document_id, own) VALUES (pg_current_xact_id(), '', '', false)
  ON CONFLICT DO NOTHING
$$ LANGUAGE sql`,
    },
    {
      kind: 'function',
      // Rows of a model: what published documents are they, or part of? `is_own`: their content is another,
      // or may be; otherwise only links to other documents were written.
      name: 'delivery_touch(text, bigint[], boolean)',
      create: `
CREATE OR REPLACE FUNCTION delivery_touch(changed text, ids bigint[], is_own boolean) RETURNS void AS $$
BEGIN
  IF ids IS NULL OR cardinality(ids) = 0 THEN RETURN; END IF;
  CASE changed
      ${[...documentsOf({ strapi }, tables), ...holdersOf(tables)].join('\n      ')}
      ELSE NULL;
  END CASE;
END $$ LANGUAGE plpgsql`,
    },
    // Rows of a content type. The argument: the type, and whether its rows without a date are drafts.
    triggerFunction(
      'delivery_documents_changed',
      `
DECLARE
  has_drafts boolean := TG_ARGV[1]::boolean;
  is_localized boolean := TG_ARGV[0] = ANY(${listOf(localized)});
BEGIN
  IF TG_OP <> 'INSERT' THEN${rowsIn('old_rows')}
  END IF;
  IF TG_OP <> 'DELETE' THEN${rowsIn('new_rows')}
  END IF;
  RETURN NULL;
END `,
    ),
    // Rows that belong to others. The arguments: the model of those, and the column that names them.
    triggerFunction(
      'delivery_parts_changed',
      `
DECLARE
  found bigint[] := '{}';
  more bigint[];
BEGIN
  IF TG_OP <> 'INSERT' THEN
    EXECUTE format('SELECT array_agg(DISTINCT %I::bigint) FROM old_rows', TG_ARGV[1]) INTO more;
    found := found || coalesce(more, '{}');
  END IF;
  IF TG_OP <> 'DELETE' THEN
    EXECUTE format('SELECT array_agg(DISTINCT %I::bigint) FROM new_rows', TG_ARGV[1]) INTO more;
    found := found || coalesce(more, '{}');
  END IF;
  PERFORM delivery_touch(TG_ARGV[0], found, TG_TABLE_NAME <> ALL(${listOf(linkTables)}));
  RETURN NULL;
END `,
    ),
    // Links between files and whatever shows them.
    triggerFunction(
      'delivery_files_linked',
      `
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM delivery_touch(related_type, array_agg(related_id::bigint), true)
    FROM old_rows GROUP BY related_type;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM delivery_touch(related_type, array_agg(related_id::bigint), true)
    FROM new_rows GROUP BY related_type;
  END IF;
  RETURN NULL;
END `,
    ),
    // Files themselves. A new one is shown nowhere until it is linked, and nobody knows its id before.
    triggerFunction(
      'delivery_files_changed',
      `
BEGIN
  IF TG_OP = 'DELETE' THEN${filesIn('old_rows')}
  ELSE
    PERFORM delivery_touch(related_type, array_agg(related_id::bigint), true)
    FROM files_related_mph WHERE file_id IN (SELECT id FROM new_rows) GROUP BY related_type;${filesIn('new_rows')}
  END IF;
  RETURN NULL;
END `,
    ),
    // Anything about the languages there are. The argument: the type of a language.
    triggerFunction(
      'delivery_languages_changed',
      `
BEGIN${record(`VALUES (pg_current_xact_id(), TG_ARGV[0], ${everything}, '', true)`)}
  RETURN NULL;
END `,
    ),
    triggerFunction(
      'delivery_emptied',
      `
BEGIN${record(`VALUES (pg_current_xact_id(), ${everything}, ${everything}, '', true)`)}
  RETURN NULL;
END `,
    ),
  ];
};
