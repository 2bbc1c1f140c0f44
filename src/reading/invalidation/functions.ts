import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Definition } from '../../database/installer';
import { MEDIA_UID } from '../plan/media-fields';
import { CHANNEL } from './channel';
import type { Holder, WatchedTables } from './watched-tables';

/** A message names at most so many documents; PostgreSQL carries 8,000 bytes. */
const NAMED_AT_MOST = 100;

const documentsOf = ({ watched }: WatchedTables): string[] =>
  watched.flatMap((table) =>
    table.kind === 'documents'
      ? [
          `WHEN ${escapeLiteral(table.uid)} THEN
        PERFORM delivery_tell(changed, ARRAY(
          SELECT DISTINCT document_id::text FROM ${escapeIdentifier(table.name)}
          WHERE id = ANY(ids)${table.hasDrafts ? ' AND published_at IS NOT NULL' : ''}));`,
        ]
      : [],
  );

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
          WHERE ${escapeIdentifier(to)} = ANY(ids) AND component_type = ${escapeLiteral(component)}));`,
          )
          .join('\n        ')}`,
  );
};

const triggerFunction = (name: string, body: string): Definition => ({
  kind: 'function',
  name: `${name}()`,
  create: `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger AS $$${body}$$ LANGUAGE plpgsql`,
});

/**
 * What the database does when a row changes: it finds the published documents that the row is part of
 * and tells of them. All of it happens within the transaction of the change, so that it is heard exactly
 * when the change can be seen, and never if it is taken back.
 */
export const functionDefinitions = (tables: WatchedTables): readonly Definition[] => [
  {
    kind: 'function',
    name: 'delivery_tell(text, text[])',
    create: `
CREATE OR REPLACE FUNCTION delivery_tell(changed text, documents text[]) RETURNS void AS $$
BEGIN
  IF documents IS NULL OR cardinality(documents) = 0 THEN RETURN; END IF;
  IF cardinality(documents) > ${NAMED_AT_MOST} THEN
    PERFORM pg_notify(${escapeLiteral(CHANNEL)}, changed || ' *');
  ELSE
    PERFORM pg_notify(${escapeLiteral(CHANNEL)}, changed || ' ' || array_to_string(documents, ','));
  END IF;
END $$ LANGUAGE plpgsql`,
  },
  {
    kind: 'function',
    name: 'delivery_touch(text, bigint[])',
    create: `
CREATE OR REPLACE FUNCTION delivery_touch(changed text, ids bigint[]) RETURNS void AS $$
BEGIN
  IF ids IS NULL OR cardinality(ids) = 0 THEN RETURN; END IF;
  CASE changed
      ${[...documentsOf(tables), ...holdersOf(tables)].join('\n      ')}
      ELSE NULL;
  END CASE;
END $$ LANGUAGE plpgsql`,
  },
  // Rows of a content type. The argument: the type, and whether its rows without a date are drafts.
  triggerFunction(
    'delivery_documents_changed',
    `
DECLARE
  found text[] := '{}';
  has_drafts boolean := TG_ARGV[1]::boolean;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    found := found || ARRAY(SELECT DISTINCT document_id::text FROM old_rows
      WHERE NOT has_drafts OR published_at IS NOT NULL);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    found := found || ARRAY(SELECT DISTINCT document_id::text FROM new_rows
      WHERE NOT has_drafts OR published_at IS NOT NULL);
  END IF;
  PERFORM delivery_tell(TG_ARGV[0], ARRAY(SELECT DISTINCT unnest(found)));
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
  PERFORM delivery_touch(TG_ARGV[0], found);
  RETURN NULL;
END `,
  ),
  // Links between files and whatever shows them.
  triggerFunction(
    'delivery_files_linked',
    `
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM delivery_touch(related_type, array_agg(related_id::bigint)) FROM old_rows GROUP BY related_type;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM delivery_touch(related_type, array_agg(related_id::bigint)) FROM new_rows GROUP BY related_type;
  END IF;
  RETURN NULL;
END `,
  ),
  // Files themselves; a new one is shown nowhere until it is linked.
  triggerFunction(
    'delivery_files_changed',
    `
BEGIN
  PERFORM delivery_touch(related_type, array_agg(related_id::bigint))
    FROM files_related_mph WHERE file_id IN (SELECT id FROM new_rows) GROUP BY related_type;
  PERFORM delivery_tell(${escapeLiteral(MEDIA_UID)}, ARRAY(SELECT document_id::text FROM new_rows));
  RETURN NULL;
END `,
  ),
  // Anything about the languages there are. The argument: the type of a language.
  triggerFunction(
    'delivery_languages_changed',
    `
BEGIN
  PERFORM pg_notify(${escapeLiteral(CHANNEL)}, TG_ARGV[0] || ' *');
  RETURN NULL;
END `,
  ),
  triggerFunction(
    'delivery_emptied',
    `
BEGIN
  PERFORM pg_notify(${escapeLiteral(CHANNEL)}, '*');
  RETURN NULL;
END `,
  ),
];
