import { MEDIA_UID } from '../media/media';
import { literal, quote } from '../readers/sql/tables';
import { CHANNEL } from './channel';
import type { Holder, Sources } from './sources';

/** A message names at most so many documents; PostgreSQL carries 8,000 bytes. */
const NAMED_AT_MOST = 100;

const documentsOf = ({ sources }: Sources): string[] =>
  sources.flatMap((source) =>
    source.kind === 'documents'
      ? [
          `WHEN ${literal(source.uid)} THEN
        PERFORM delivery_tell(changed, ARRAY(
          SELECT DISTINCT document_id::text FROM ${quote(source.table)}
          WHERE id = ANY(ids)${source.hasDrafts ? ' AND published_at IS NOT NULL' : ''}));`,
        ]
      : [],
  );

const holdersOf = ({ holders }: Sources): string[] => {
  const byComponent = new Map<string, Holder[]>();
  for (const holder of holders) {
    byComponent.set(holder.component, [...(byComponent.get(holder.component) ?? []), holder]);
  }
  return [...byComponent].map(
    ([component, held]) => `WHEN ${literal(component)} THEN
        ${held
          .map(
            ({ uid, table, from, to }) =>
              `PERFORM delivery_touch(${literal(uid)}, ARRAY(
          SELECT DISTINCT ${quote(from)}::bigint FROM ${quote(table)}
          WHERE ${quote(to)} = ANY(ids) AND component_type = ${literal(component)}));`,
          )
          .join('\n        ')}`,
  );
};

/**
 * What the database does when a row changes: it finds the published documents that the row is part of
 * and tells of them. All of it happens within the transaction of the change, so that it is heard exactly
 * when the change can be seen, and never if it is taken back.
 */
export const functionsFor = (sources: Sources): string => `
CREATE OR REPLACE FUNCTION delivery_tell(changed text, documents text[]) RETURNS void AS $$
BEGIN
  IF documents IS NULL OR cardinality(documents) = 0 THEN RETURN; END IF;
  IF cardinality(documents) > ${NAMED_AT_MOST} THEN
    PERFORM pg_notify(${literal(CHANNEL)}, changed || ' *');
  ELSE
    PERFORM pg_notify(${literal(CHANNEL)}, changed || ' ' || array_to_string(documents, ','));
  END IF;
END $$ LANGUAGE plpgsql;

CREATE OR REPLACE FUNCTION delivery_touch(changed text, ids bigint[]) RETURNS void AS $$
BEGIN
  IF ids IS NULL OR cardinality(ids) = 0 THEN RETURN; END IF;
  CASE changed
      ${[...documentsOf(sources), ...holdersOf(sources)].join('\n      ')}
      ELSE NULL;
  END CASE;
END $$ LANGUAGE plpgsql;

-- Rows of a content type. The argument: the type, and whether its rows without a date are drafts.
CREATE OR REPLACE FUNCTION delivery_documents_changed() RETURNS trigger AS $$
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
END $$ LANGUAGE plpgsql;

-- Rows that belong to others. The arguments: the model of those, and the column that names them.
CREATE OR REPLACE FUNCTION delivery_parts_changed() RETURNS trigger AS $$
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
END $$ LANGUAGE plpgsql;

-- Links between files and whatever shows them.
CREATE OR REPLACE FUNCTION delivery_files_linked() RETURNS trigger AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM delivery_touch(related_type, array_agg(related_id::bigint)) FROM old_rows GROUP BY related_type;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM delivery_touch(related_type, array_agg(related_id::bigint)) FROM new_rows GROUP BY related_type;
  END IF;
  RETURN NULL;
END $$ LANGUAGE plpgsql;

-- Files themselves; a new one is shown nowhere until it is linked.
CREATE OR REPLACE FUNCTION delivery_files_changed() RETURNS trigger AS $$
BEGIN
  PERFORM delivery_touch(related_type, array_agg(related_id::bigint))
    FROM files_related_mph WHERE file_id IN (SELECT id FROM new_rows) GROUP BY related_type;
  PERFORM delivery_tell(${literal(MEDIA_UID)}, ARRAY(SELECT document_id::text FROM new_rows));
  RETURN NULL;
END $$ LANGUAGE plpgsql;

-- Anything about the languages there are. The argument: the type of a language.
CREATE OR REPLACE FUNCTION delivery_languages_changed() RETURNS trigger AS $$
BEGIN
  PERFORM pg_notify(${literal(CHANNEL)}, TG_ARGV[0] || ' *');
  RETURN NULL;
END $$ LANGUAGE plpgsql;

CREATE OR REPLACE FUNCTION delivery_emptied() RETURNS trigger AS $$
BEGIN
  PERFORM pg_notify(${literal(CHANNEL)}, '*');
  RETURN NULL;
END $$ LANGUAGE plpgsql;
`;
