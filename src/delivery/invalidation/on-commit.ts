import { escapeLiteral } from 'pg';
import type { Definition } from '#platform/database/installer';
import { storeTypeState } from './resync';
import { CHANNEL, MESSAGE_BYTES, SELECTED } from './channel';
import type { DocumentStates } from './document-state';
import { EVERYTHING, buildMembershipKey } from './keys';
import { byIndex, lockAll, lockDocuments } from './locks';

/** Documents of a type in one transaction above which a message does not name each. */
const NAMED_AT_MOST = 5_000;

const channel = escapeLiteral(CHANNEL);
const everything = escapeLiteral(EVERYTHING);
const selected = escapeLiteral(SELECTED);
/** SQL of the membership key of the type `changed`. */
const membership = `changed || ${escapeLiteral(buildMembershipKey(''))}`;

const buildCasesSql = (states: DocumentStates, kind: 'published' | 'state'): string =>
  [
    'CASE changed',
    ...states.types.map(
      (type) => `WHEN ${escapeLiteral(type.uid)} THEN RETURN QUERY ${type[kind]};`,
    ),
    'ELSE NULL; END CASE;',
  ].join('\n      ');

/**
 * Returns the functions that run when a transaction that touched documents commits. They compare
 * the touched documents with their stored state. Actual changes are announced and written to
 * `delivery.changes`.
 */
export const createCommitDefinitions = (states: DocumentStates): readonly Definition[] => [
  {
    kind: 'function',
    name: 'delivery_published(text)',
    create: `
CREATE OR REPLACE FUNCTION delivery_published(changed text)
RETURNS TABLE (document text, language text) AS $$
BEGIN
      ${buildCasesSql(states, 'published')}
END $$ LANGUAGE plpgsql STABLE`,
  },
  {
    kind: 'function',
    // Not STABLE: it must see rows that were committed while its caller waited for a lock. `ROWS 1`
    // makes the planner join its rows by index.
    name: 'delivery_state(text, text[], text[], boolean[])',
    create: `
CREATE OR REPLACE FUNCTION delivery_state(changed text, documents text[], locales text[], owns boolean[])
RETURNS TABLE (document text, language text, is_own boolean, is_there boolean, tuple jsonb, digest text) AS $$
BEGIN
      ${buildCasesSql(states, 'state')}
END $$ LANGUAGE plpgsql ROWS 1`,
  },
  {
    kind: 'function',
    // Returns the values that queries can filter by, in the form of keys: slug=6f1ed002ab55.
    name: 'delivery_values(jsonb)',
    create: `
CREATE OR REPLACE FUNCTION delivery_values(selection jsonb) RETURNS SETOF text AS $$
  SELECT a.key || '=' || left(md5(v.value), 12)
  FROM jsonb_each(selection) a, jsonb_array_elements_text(
    CASE jsonb_typeof(a.value) WHEN 'array' THEN a.value ELSE jsonb_build_array(a.value) END) v
  WHERE v.value IS NOT NULL
$$ LANGUAGE sql IMMUTABLE`,
  },
  {
    kind: 'function',
    name: 'delivery_say(text, text[])',
    create: `
CREATE OR REPLACE FUNCTION delivery_say(what text, items text[]) RETURNS void AS $$
BEGIN
  IF items IS NULL OR cardinality(items) > ${NAMED_AT_MOST} THEN
    PERFORM pg_notify(${channel}, what || ' *');
  ELSE
    PERFORM pg_notify(${channel}, what || ' ' || string_agg(i.item, ','))
    FROM (SELECT item, sum(octet_length(item) + 1) OVER (ORDER BY item) / ${MESSAGE_BYTES} AS part
      FROM unnest(items) item) i GROUP BY i.part;
  END IF;
END $$ LANGUAGE plpgsql`,
  },
  {
    kind: 'function',
    // Processes one type, document by document and by index. Table statistics cannot predict how
    // many documents a transaction has touched.
    name: 'delivery_settle_type(text)',
    create: `
CREATE OR REPLACE FUNCTION delivery_settle_type(changed text) RETURNS void AS $$
DECLARE
  documents text[];
  locales text[];
  owns boolean[];
  told text[];
  selections text[];
  is_reselected boolean;
  languages bigint;
BEGIN
  SELECT array_agg(p.document_id), array_agg(p.locale), array_agg(p.own) INTO documents, locales, owns
  FROM delivery.pending p WHERE p.tx = pg_current_xact_id() AND p.uid = changed;

  IF ${everything} = ANY (documents) THEN
    PERFORM delivery_say(changed, NULL);
    INSERT INTO delivery.changes (uid, document_id, event, keys)
    VALUES (changed, ${everything}, 'update', ARRAY[${everything}]);
    RETURN;
  END IF;

  IF NOT EXISTS (SELECT FROM delivery.types t WHERE t.uid = changed) THEN
    -- Files: no query selects documents by them.
    SELECT array_agg(DISTINCT d) INTO told FROM unnest(documents) d;
    PERFORM delivery_say(changed, told);
    INSERT INTO delivery.changes (uid, document_id, event, keys)
    SELECT changed, d, 'update', ARRAY[d, changed] FROM unnest(told) d;
    RETURN;
  END IF;

  WITH compared AS MATERIALIZED (
    SELECT s.document, s.language, s.is_there, s.tuple AS after, s.digest,
      b.uid IS NOT NULL AS was_there, b.selection AS before, b.links AS links,
      s.is_own OR b.links IS DISTINCT FROM s.digest AS is_changed,
      b.selection IS DISTINCT FROM s.tuple AS is_reselected,
      CASE WHEN b.uid IS NULL THEN NOT s.is_there ELSE b.selection IS NULL END AS is_unknown
    FROM delivery_state(changed, documents, locales, owns) s
    LEFT JOIN delivery.documents b
      ON b.uid = changed AND b.document_id = s.document AND b.locale = s.language
  ), kept AS (
    INSERT INTO delivery.documents AS d (uid, document_id, locale, selection, links)
    SELECT changed, c.document, c.language, c.after, c.digest FROM compared c
    -- Unchanged rows are not even locked. Thousands of documents can show the published one.
    WHERE c.is_there AND (NOT c.was_there OR (c.before, c.links) IS DISTINCT FROM (c.after, c.digest))
    ON CONFLICT (uid, document_id, locale) DO UPDATE
      SET selection = excluded.selection, links = excluded.links
      WHERE (d.selection, d.links) IS DISTINCT FROM (excluded.selection, excluded.links)
  ), gone AS (
    DELETE FROM delivery.documents d USING compared c
    WHERE c.was_there AND NOT c.is_there
      AND d.uid = changed AND d.document_id = c.document AND d.locale = c.language
  ), another AS MATERIALIZED (
    SELECT c.document, c.language, c.is_there, c.was_there, c.before, c.after, c.is_unknown,
      c.is_reselected OR c.is_unknown AS is_reselected
    FROM compared c WHERE c.is_changed OR c.is_reselected
  ), named AS MATERIALIZED (
    SELECT a.*, CASE WHEN a.is_reselected THEN ARRAY(
      SELECT delivery_values(a.before) UNION SELECT delivery_values(a.after)) ELSE '{}' END AS selections
    FROM another a WHERE (SELECT count(*) FROM another) <= ${NAMED_AT_MOST}
  ), noted AS (
    INSERT INTO delivery.changes (uid, document_id, locale, event, before, after, keys)
    SELECT changed, a.document, a.language, CASE WHEN NOT a.is_there THEN 'unpublish'
        WHEN a.was_there THEN 'update' ELSE 'publish' END, a.before, a.after,
      ARRAY[a.document, changed] || CASE WHEN a.is_reselected
        THEN ARRAY(SELECT ${membership} || v FROM unnest(array_prepend('', a.selections)) v) ELSE '{}' END
    FROM named a ORDER BY a.document, a.language
  )
  SELECT count(*), array_agg(DISTINCT a.document), bool_or(a.is_reselected),
    CASE WHEN NOT bool_or(a.is_unknown) AND count(*) <= ${NAMED_AT_MOST} THEN ARRAY(
      SELECT DISTINCT v FROM named n, unnest(n.selections) v) END
  INTO languages, told, is_reselected, selections FROM another a;

  IF told IS NULL THEN RETURN; END IF;
  PERFORM delivery_say(changed, told);
  -- Without values, there is still one document more or less.
  IF is_reselected THEN
    PERFORM delivery_say(${selected} || changed, CASE WHEN selections = '{}' THEN ARRAY[''] ELSE selections END);
  END IF;
  IF languages > ${NAMED_AT_MOST} THEN
    INSERT INTO delivery.changes (uid, document_id, event, keys)
    VALUES (changed, ${everything}, 'update', ARRAY[${everything}]);
  END IF;
END $$ LANGUAGE plpgsql`,
  },
  {
    kind: 'function',
    name: 'delivery_settle_all()',
    create: `
CREATE OR REPLACE FUNCTION delivery_settle_all() RETURNS void AS $$
DECLARE
  changed text;
BEGIN
  IF EXISTS (SELECT FROM delivery.pending p WHERE p.tx = pg_current_xact_id() AND p.uid = ${everything}) THEN
    ${lockAll}
    PERFORM pg_notify(${channel}, ${everything});
    INSERT INTO delivery.changes (uid, document_id, event, keys)
    VALUES (${everything}, ${everything}, 'update', ARRAY[${everything}]);
    DELETE FROM delivery.documents;
    FOR changed IN SELECT t.uid FROM delivery.types t LOOP${storeTypeState('changed')}
    END LOOP;
  ELSE
    -- If two transactions touch one document, the second waits here and then sees the changes of the first.
    -- Every transaction takes the locks in the same order.
    ${lockDocuments(`SELECT p.document_id FROM delivery.pending p
      WHERE p.tx = pg_current_xact_id() AND p.uid <> ''`)}
    FOR changed IN SELECT DISTINCT p.uid FROM delivery.pending p
      WHERE p.tx = pg_current_xact_id() AND p.uid <> '' ORDER BY 1
    LOOP
      PERFORM delivery_settle_type(changed);
    END LOOP;
  END IF;
  DELETE FROM delivery.pending p WHERE p.tx = pg_current_xact_id();
END $$ LANGUAGE plpgsql`,
  },
  {
    kind: 'function',
    // An error here must not roll back the editor's work. Everything counts as changed instead, and
    // the stored state of these documents becomes unknown.
    name: 'delivery_settle()',
    create: `
CREATE OR REPLACE FUNCTION delivery_settle() RETURNS trigger AS $$
BEGIN
  BEGIN
    PERFORM delivery_settle_all();
  EXCEPTION WHEN OTHERS THEN
    RAISE WARNING 'delivery: everything counts as changed: % (%)', SQLERRM, SQLSTATE;
    -- Each step has its own block, so that the others still run if it fails.
    BEGIN
      IF EXISTS (SELECT FROM delivery.pending p WHERE p.tx = pg_current_xact_id() AND p.uid = ${everything}) THEN
        UPDATE delivery.documents SET selection = NULL, links = NULL;
      END IF;
      INSERT INTO delivery.documents (uid, document_id, locale)
      SELECT p.uid, p.document_id, p.locale FROM delivery.pending p
      WHERE p.tx = pg_current_xact_id() AND p.uid <> '' AND p.document_id <> ${everything}
      ON CONFLICT (uid, document_id, locale) DO UPDATE SET selection = NULL, links = NULL;
    EXCEPTION WHEN OTHERS THEN RAISE WARNING 'delivery: % (%)', SQLERRM, SQLSTATE;
    END;
    BEGIN
      DELETE FROM delivery.pending p WHERE p.tx = pg_current_xact_id();
    EXCEPTION WHEN OTHERS THEN RAISE WARNING 'delivery: % (%)', SQLERRM, SQLSTATE;
    END;
    BEGIN
      INSERT INTO delivery.changes (uid, document_id, event, keys)
      VALUES (${everything}, ${everything}, 'update', ARRAY[${everything}]);
    EXCEPTION WHEN OTHERS THEN RAISE WARNING 'delivery: % (%)', SQLERRM, SQLSTATE;
    END;
    PERFORM pg_notify(${channel}, ${everything});
  END;
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT ${byIndex}`,
  },
  {
    kind: 'trigger',
    // Runs once per transaction, at commit.
    name: 'delivery_settle',
    table: 'delivery.pending',
    create:
      'CREATE CONSTRAINT TRIGGER delivery_settle AFTER INSERT ON delivery.pending ' +
      `DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.uid = '') EXECUTE FUNCTION delivery_settle()`,
  },
];
