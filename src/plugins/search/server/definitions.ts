import { escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createStatementTrigger, type Definition } from '#platform/database/installer';
import { byIndex, lockDocuments } from '#delivery/invalidation/locks';
import { createEntryStatements } from './entry-statements';
import { indexedUids } from './indexed-types';
import { withPluralNouns, withSpanishEndings } from './spanish-endings';
import {
  configurations,
  extensions,
  FILTER_BITS,
  OTHER_LANGUAGES,
  tableDefinitions,
} from './tables';

/** Maximum number of characters of a text that are indexed. */
const INDEXED_LENGTH = 20_000;

/**
 * Markers of matches, replaced by tags in responses. No text of the index contains these
 * characters.
 */
export const MARKS = { start: '\uE000', end: '\uE001' } as const;

const uids = `ARRAY[${indexedUids.map((uid) => escapeLiteral(uid)).join(', ')}]::text[]`;

/** Type whose names only narrow a search; business lines are no results. */
const FILTER_ONLY_TYPE = escapeLiteral('api::vertical.vertical');

/** Maximum number of entries in a change that are recorded individually. */
const MAX_RECORDED_ENTRIES = 200;

/** Maximum number of similar words that are compared, and of titles that are counted for each. */
const CANDIDATES = 8;
const COUNTED = 50;

const buildVectorSql = (name: string): string => {
  const stems = `setweight(to_tsvector('${name}', search_clean(title)), 'A') || setweight(to_tsvector('${name}', search_clean(body)), 'D')`;
  return name === configurations.es
    ? [stems, inSpanish('title', 'A'), inSpanish('body', 'D')].join(' || ')
    : stems;
};

/**
 * Characters that some databases treat as part of the adjacent word, and that `unaccent` turns into
 * operators.
 */
const SIGNS = '«»“”„‘’‹›…–—¿¡';

/** Maximum number of characters; a word of the index has at most 2,046 bytes. */
const SIGNS_LENGTH = 300;

/**
 * Returns the SQL for the symbols and emoji of a text, without whitespace and variation selectors.
 */
const buildSymbolsSql = (text: string): string =>
  `left(regexp_replace(translate(${text}, '\uFE0E\uFE0F', ''), '\\s+', '', 'g'), ${SIGNS_LENGTH})`;

/**
 * Returns the SQL for the normalised stems of Spanish words, and for the words with ñ, which is a
 * separate letter.
 */
const inSpanish = (text: string, weight: string): string =>
  `setweight(to_tsvector('pg_catalog.spanish', search_spanish(${text})), '${weight}') || ` +
  `setweight(to_tsvector('pg_catalog.simple', search_enye(${text})), '${weight}')`;

/**
 * Returns the definitions of the search index. Triggers update it in the transaction of every
 * change, so that the index is current when a change is confirmed, whatever program made it.
 */
export const createSearchDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const defineFunction = (name: string, create: string): Definition => ({
    kind: 'function',
    name,
    create,
    needs: extensions,
  });
  return [
    ...tableDefinitions,
    defineFunction(
      // Removes the syntax of Markdown and HTML approximately.
      'search_plain(text)',
      `CREATE OR REPLACE FUNCTION search_plain(value text) RETURNS text AS $$
BEGIN
  RETURN left(btrim(regexp_replace(regexp_replace(regexp_replace(
    translate(coalesce(value, ''), '${MARKS.start}${MARKS.end}', ''),
    '<[a-zA-Z/!][^>]*>', ' ', 'g'), '!?\\[([^]]*)\\]\\([^)]*\\)', '\\1', 'g'), '[*_#\`|~\\s]+', ' ', 'g')), ${INDEXED_LENGTH});
END $$ LANGUAGE plpgsql IMMUTABLE`,
    ),
    defineFunction(
      // Stable number of a document: the first half of a digest of its id, without the bits in
      // which filters record a rejection.
      'search_number(text)',
      `CREATE OR REPLACE FUNCTION search_number(document text) RETURNS bigint AS $$
  SELECT ('x' || left(md5(document), 16))::bit(64)::bigint & ${-(2 ** FILTER_BITS)}
$$ LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE`,
    ),
    defineFunction(
      // An ISBN as stored, and its digits in both lengths, because queries contain only digits.
      'search_isbns(text)',
      `CREATE OR REPLACE FUNCTION search_isbns(isbn text) RETURNS text AS $$
  SELECT concat_ws(' ', isbn, n.digits, CASE
    WHEN n.digits ~ '^[0-9]{9}[0-9X]$' THEN k.long || (10 - (
      SELECT sum(substr(k.long, i, 1)::int * CASE WHEN i % 2 = 1 THEN 1 ELSE 3 END)
      FROM generate_series(1, 12) i) % 10) % 10
    WHEN n.digits ~ '^978[0-9]{10}$' THEN k.short || replace(((11 - (
      SELECT sum(substr(k.short, i, 1)::int * (11 - i)) FROM generate_series(1, 9) i) % 11) % 11)::text, '10', 'X')
    END)
  FROM (SELECT upper(regexp_replace(isbn, '[^0-9Xx]', '', 'g')) AS digits) n,
    LATERAL (SELECT '978' || left(n.digits, 9) AS long, substr(n.digits, 4, 9) AS short) k
$$ LANGUAGE sql IMMUTABLE PARALLEL SAFE`,
    ),
    defineFunction(
      'search_clean(text)',
      `CREATE OR REPLACE FUNCTION search_clean(value text) RETURNS text AS $$
  SELECT translate(value, '${SIGNS}', repeat(' ', ${SIGNS.length}))
$$ LANGUAGE sql IMMUTABLE PARALLEL SAFE`,
    ),
    defineFunction(
      'search_spanish(text)',
      `CREATE OR REPLACE FUNCTION search_spanish(value text) RETURNS text AS $$
  SELECT ${withSpanishEndings}
$$ LANGUAGE sql STABLE PARALLEL SAFE`,
    ),
    defineFunction(
      // Uses the ICU collation for lower case, independently of the database's locale.
      'search_enye(text)',
      `CREATE OR REPLACE FUNCTION search_enye(value text) RETURNS text AS $$
  SELECT CASE WHEN value ~ '[ñÑ]' THEN (
    SELECT string_agg(regexp_replace(w, 'e?s$', ''), ' ')
    FROM regexp_split_to_table(lower(search_clean(value) COLLATE "und-x-icu"), '[^[:alnum:]ñáéíóúü]+') w WHERE w ~ 'ñ') ELSE '' END
$$ LANGUAGE sql STABLE PARALLEL SAFE`,
    ),
    defineFunction(
      // Query for Spanish words. Some words become stop words without their ñ (uña, teñido); these
      // are searched unchanged.
      'search_query_spanish(text)',
      `CREATE OR REPLACE FUNCTION search_query_spanish(q text) RETURNS tsquery AS $$
  SELECT (websearch_to_tsquery('${configurations.es}', ${withPluralNouns('k.others')}) ||
    websearch_to_tsquery('pg_catalog.spanish', search_spanish(k.others))) &&
    plainto_tsquery('pg_catalog.simple', search_enye(k.enyes))
  FROM (
    SELECT coalesce(string_agg(w, ' ' ORDER BY at) FILTER (WHERE NOT is_enye), '') AS others,
      string_agg(w, ' ' ORDER BY at) FILTER (WHERE is_enye) AS enyes
    FROM (
      SELECT w, at, w ~ '^[^-]*[ñÑ]' AND length(to_tsvector('pg_catalog.spanish', search_spanish(w))) = 0 AS is_enye
      FROM regexp_split_to_table(search_clean(q), '\\s+') WITH ORDINALITY r(w, at)) s
  ) k
$$ LANGUAGE sql STABLE PARALLEL SAFE`,
    ),
    defineFunction(
      // Query in one language. It also uses the stems of earlier releases, which the index contains
      // too.
      'search_query(text, text)',
      `CREATE OR REPLACE FUNCTION search_query(configuration text, q text) RETURNS tsquery AS $$
  SELECT CASE
    WHEN configuration <> '${configurations.es}' THEN websearch_to_tsquery(configuration::regconfig, search_clean(q))
    WHEN q ~ '[ñÑ]' AND q !~* '\\mor\\M' THEN search_query_spanish(q)
    ELSE websearch_to_tsquery(configuration::regconfig, ${withPluralNouns('search_clean(q)')}) ||
      websearch_to_tsquery('pg_catalog.spanish', search_spanish(q)) END
$$ LANGUAGE sql STABLE PARALLEL SAFE`,
    ),
    defineFunction(
      // Words of a title. A title of symbols or emoji alone counts as one word.
      'search_names(text)',
      `CREATE OR REPLACE FUNCTION search_names(title text) RETURNS tsvector AS $$
  SELECT CASE WHEN length(n.words) > 0 OR n.signs = '' THEN n.words ELSE array_to_tsvector(ARRAY[n.signs]) END
  FROM (SELECT to_tsvector('${OTHER_LANGUAGES}', search_clean(title)) AS words, ${buildSymbolsSql('title')} AS signs) n
$$ LANGUAGE sql STABLE PARALLEL SAFE`,
    ),
    defineFunction(
      'search_name_query(text)',
      `CREATE OR REPLACE FUNCTION search_name_query(q text) RETURNS tsquery AS $$
  SELECT CASE WHEN numnode(n.words) > 0 OR n.signs = '' THEN n.words
    ELSE ('''' || replace(replace(n.signs, '\\', '\\\\'), '''', '''''') || '''')::tsquery END
  FROM (SELECT plainto_tsquery('${OTHER_LANGUAGES}', search_clean(q)) AS words, ${buildSymbolsSql('q')} AS signs) n
$$ LANGUAGE sql STABLE PARALLEL SAFE`,
    ),
    defineFunction(
      // A whole title as one word, which occurs in no text. It finds titles that consist of stop
      // words only.
      'search_whole(text)',
      `CREATE OR REPLACE FUNCTION search_whole(title text) RETURNS text AS $$
  SELECT '=' || md5(array_to_string(tsvector_to_array(search_names(title)), ' '))
$$ LANGUAGE sql STABLE PARALLEL SAFE`,
    ),
    defineFunction(
      'search_wholes(text[])',
      `CREATE OR REPLACE FUNCTION search_wholes(titles text[]) RETURNS tsvector AS $$
  SELECT array_to_tsvector(ARRAY(SELECT DISTINCT search_whole(t) FROM unnest(titles) t))
$$ LANGUAGE sql STABLE PARALLEL SAFE`,
    ),
    defineFunction(
      'search_whole_query(text)',
      `CREATE OR REPLACE FUNCTION search_whole_query(q text) RETURNS tsquery AS $$
  SELECT ('''' || search_whole(q) || '''')::tsquery
$$ LANGUAGE sql STABLE PARALLEL SAFE`,
    ),
    defineFunction(
      // Entries without a language are found in every language.
      'search_words(text, text, text, text)',
      `CREATE OR REPLACE FUNCTION search_words(locale text, title text, codes text, body text) RETURNS tsvector AS $$
DECLARE
  known tsvector := setweight(to_tsvector('${OTHER_LANGUAGES}', codes), 'B');
BEGIN
  RETURN CASE split_part(locale, '-', 1)
    ${Object.entries(configurations)
      .map(([language, name]) => `WHEN '${language}' THEN known || ${buildVectorSql(name)}`)
      .join('\n    ')}
    WHEN '' THEN known || ${Object.values({ ...configurations, other: OTHER_LANGUAGES })
      .map((name) => buildVectorSql(name))
      .join(' || ')}
    ELSE known || ${buildVectorSql(OTHER_LANGUAGES)} END;
END $$ LANGUAGE plpgsql STABLE`,
    ),
    defineFunction(
      // Indexes the current documents of a type. The caller holds their locks.
      'search_index(text, text[])',
      `CREATE OR REPLACE FUNCTION search_index(changed text, documents text[]) RETURNS void AS $$
BEGIN
  DELETE FROM search.published e WHERE e.uid = changed AND e.document_id = ANY(documents);
  DELETE FROM search.texts e WHERE e.uid = changed AND e.document_id = ANY(documents);
  CASE changed
    ${createEntryStatements({ strapi })
      .map(({ uid, insert }) => `WHEN ${escapeLiteral(uid)} THEN ${insert}`)
      .join('\n    ')}
    ELSE NULL;
  END CASE;
  PERFORM search_know_words(changed, documents);
END $$ LANGUAGE plpgsql`,
    ),
    defineFunction(
      // Stores new words, which are rare. The lock prevents deadlocks between transactions that add
      // words in different orders.
      'search_know_words(text, text[])',
      `CREATE OR REPLACE FUNCTION search_know_words(changed text, documents text[]) RETURNS void AS $$
BEGIN
  IF changed = ${FILTER_ONLY_TYPE} OR NOT EXISTS (
    SELECT FROM search_title_words(changed, documents) n
    WHERE NOT EXISTS (SELECT FROM search.title_words k WHERE k.locale = n.locale AND k.word = n.word)
  ) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('search.title_words'));
  INSERT INTO search.title_words (locale, word) SELECT n.locale, n.word FROM search_title_words(changed, documents) n
  ON CONFLICT DO NOTHING;
END $$ LANGUAGE plpgsql`,
    ),
    defineFunction(
      'search_title_words(text, text[])',
      `CREATE OR REPLACE FUNCTION search_title_words(changed text, documents text[])
RETURNS TABLE (locale text, word text) AS $$
  SELECT DISTINCT e.locale, w
  FROM search.published e, regexp_split_to_table(lower(unaccent(e.title)), '[^[:alnum:]]+') w
  WHERE e.uid = changed AND e.document_id = ANY(documents) AND w <> ''
$$ LANGUAGE sql STABLE`,
    ),
    defineFunction(
      // Records changes before and after entries are reindexed. Larger changes are recorded as a
      // change of everything.
      'search_note(text, text[])',
      `CREATE OR REPLACE FUNCTION search_note(changed text, documents text[]) RETURNS void AS $$
BEGIN
  IF cardinality(documents) > ${MAX_RECORDED_ENTRIES} THEN
    INSERT INTO search.changes (uid) VALUES ('*');
  ELSE
    INSERT INTO search.changes (uid, locale, refs, names, words)
    SELECT e.uid, e.locale, e.refs, e.names, e.words FROM search.published e
    WHERE e.uid = changed AND e.document_id = ANY(documents);
  END IF;
END $$ LANGUAGE plpgsql`,
    ),
    defineFunction(
      'search_documents(text)',
      `CREATE OR REPLACE FUNCTION search_documents(changed text) RETURNS SETOF text AS $$
  SELECT p.document FROM delivery_published(changed) p
  UNION SELECT e.document_id FROM search.published e WHERE e.uid = changed
$$ LANGUAGE sql STABLE`,
    ),
    defineFunction(
      // Reindexes a batch of a type's documents after a given one. Returns the last document of the
      // batch, or null at the end.
      'search_rebuild(text, text, integer)',
      `CREATE OR REPLACE FUNCTION search_rebuild(changed text, following text, most integer) RETURNS text AS $$
DECLARE
  documents text[];
BEGIN
  SELECT array_agg(k.d) INTO documents FROM (
    SELECT d FROM search_documents(changed) d WHERE d > following ORDER BY d LIMIT most) k;
  ${lockDocuments('SELECT unnest(documents) AS document_id')}
  PERFORM search_index(changed, documents);
  RETURN documents[cardinality(documents)];
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    ),
    defineFunction(
      // Returns the word of published titles that is most similar to a word; of equally similar
      // words, the more frequent one. The threshold is PostgreSQL's default (0.3). Only a superuser
      // can set pg_trgm's threshold in a function while the extension has not been loaded.
      'search_alike(text, text)',
      `CREATE OR REPLACE FUNCTION search_alike(wanted text, language text) RETURNS text AS $$
  SELECT c.word FROM (
    SELECT k.word, max(similarity(k.word, wanted)) AS likeness FROM search.title_words k
    WHERE k.word % wanted AND k.locale IN (language, '')
    GROUP BY k.word ORDER BY likeness DESC, k.word LIMIT ${CANDIDATES}) c,
  LATERAL (SELECT count(*) AS count FROM (SELECT FROM search.published e
    WHERE e.names @@ plainto_tsquery('${OTHER_LANGUAGES}', c.word) AND e.locale IN (language, '')
      AND e.uid <> ${FILTER_ONLY_TYPE} LIMIT ${COUNTED}) s) t
  WHERE t.count > 0 ORDER BY c.likeness DESC, t.count DESC, c.word LIMIT 1
$$ LANGUAGE sql STABLE`,
    ),
    defineFunction(
      // Errors of indexing must not roll back the editor's change. The index is marked invalid
      // until it is rebuilt.
      'search_changes_noted()',
      `CREATE OR REPLACE FUNCTION search_changes_noted() RETURNS trigger AS $$
DECLARE
  one record;
  changed text[];
BEGIN
  BEGIN
    FOR one IN SELECT n.uid, bool_or(n.document_id = '*') AS is_unnamed, array_agg(DISTINCT n.document_id) AS documents
      FROM new_rows n WHERE n.uid = ANY(${uids} || '*'::text) GROUP BY n.uid ORDER BY n.uid
    LOOP
      IF one.uid <> '*' THEN
        changed := CASE WHEN one.is_unnamed THEN ARRAY(SELECT DISTINCT p.document_id
          FROM delivery.pending p WHERE p.tx = pg_current_xact_id() AND p.uid = one.uid) ELSE one.documents END;
        PERFORM search_note(one.uid, changed);
        PERFORM search_index(one.uid, changed);
        PERFORM search_note(one.uid, changed);
      ELSIF EXISTS (SELECT FROM delivery.pending p WHERE p.tx = pg_current_xact_id() AND p.uid = '*') THEN
        -- Some table was emptied. Every document is locked.
        INSERT INTO search.changes (uid) VALUES ('*');
        PERFORM search_index(u, ARRAY(SELECT search_documents(u))) FROM unnest(${uids}) u;
      ELSE
        INSERT INTO search.faults (reason) VALUES ('settling failed');
      END IF;
    END LOOP;
  EXCEPTION WHEN OTHERS THEN
    RAISE WARNING 'search: the index has to be made anew: % (%)', SQLERRM, SQLSTATE;
    BEGIN
      INSERT INTO search.faults (reason) VALUES (SQLERRM);
    EXCEPTION WHEN OTHERS THEN RAISE WARNING 'search: % (%)', SQLERRM, SQLSTATE;
    END;
  END;
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT ${byIndex}`,
    ),
    {
      ...createStatementTrigger({
        prefix: 'search',
        table: 'delivery.changes',
        event: 'INSERT',
        call: 'search_changes_noted()',
      }),
      needs: extensions,
    },
  ];
};
