import { escapeIdentifier, escapeLiteral } from 'pg';
import { COLLATE_BY_LETTERS } from '#platform/database/sorted-texts';
import type { ProductSort } from '#catalogue/product-filters';
import { createModelLookup } from '#delivery/plan/model';
import { createTableLookup } from '#platform/strapi/tables';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { foundTypes } from '../contract';
import { MARKS } from './definitions';
import { indexedUids } from './indexed-types';
import { FILTER_BITS, OTHER_LANGUAGES } from './tables';

/** Maximum number of values of a facet. */
const VALUES_AT_MOST = 50;

const searchedUids = Object.values(foundTypes);

/**
 * Bit of each filter, set in entries that the filter rejects. Each facet thus counts the entries
 * that all other filters accept. Numbers of documents have room for these bits (`FILTER_BITS`).
 */
const bits = {
  type: 1,
  productType: 2,
  'api::category.category': 4,
  'api::channel.channel': 8,
  'api::protagonist.protagonist': 16,
  'api::vertical.vertical': 32,
  price: 64,
} as const;

/** Filters by entries that others refer to. */
const referred = Object.entries(bits).filter(([name]) => name.includes('::'));

const referredUids = referred.map(([uid]) => uid);

/** Maximum number of documents that a query matches by name. */
const REFERRED_AT_MOST = 100;

/** Values of the bits that the facets of entries count. */
const counted = [0, ...referred.map(([, value]) => value)].join(', ');

const list = (values: readonly string[]): string =>
  `ARRAY[${values.map((value) => escapeLiteral(value)).join(', ')}]::text[]`;

/** Returns the SQL for the documents that a list of ids and slugs names. */
const buildPublishedNumbersSql = (uid: string, values: string): string =>
  `ARRAY(SELECT n.number FROM search.published n WHERE n.uid = ${escapeLiteral(uid)} ` +
  `AND n.locale IN ($1, '') AND (n.document_id = ANY(${values}) OR n.slug = ANY(${values})))`;

const buildFilterBitSql = (name: keyof typeof bits, parameter: string, passes: string): string =>
  `CASE WHEN ${parameter} IS NULL OR ${passes} THEN 0 ELSE ${bits[name]} END`;

/** Types that the filter by business line ignores, because they have no lines. */
const withoutLines = list([foundTypes.episode, foundTypes.protagonist]);

const filters = [
  buildFilterBitSql('type', '$4::text[]', 'e.uid = ANY($4)'),
  buildFilterBitSql('productType', '$5::text[]', 'coalesce(e.product_type = ANY($5), false)'),
  buildFilterBitSql('api::category.category', '$6::text[]', 'e.refs && n.categories'),
  buildFilterBitSql('api::channel.channel', '$7::text[]', 'e.refs && n.channels'),
  buildFilterBitSql('api::protagonist.protagonist', '$8::text[]', 'e.refs && n.protagonists'),
  buildFilterBitSql(
    'api::vertical.vertical',
    '$9::text',
    `(e.refs && n.lines OR e.uid = ANY(${withoutLines}))`,
  ),
  `CASE WHEN ($10::numeric IS NULL OR coalesce(e.price >= $10, false)) AND ` +
    `($11::numeric IS NULL OR coalesce(e.price <= $11, false)) THEN 0 ELSE ${bits.price} END`,
].join('\n      + ');

const quoteMarkOptions = (options: string): string =>
  escapeLiteral(`StartSel=${MARKS.start}, StopSel=${MARKS.end}, ${options}`);

/** Returns the SQL of a text without the characters of the markers. */
const stripMarks = (text: string): string => `translate(${text}, '${MARKS.start}${MARKS.end}', '')`;

/** PostgreSQL runs subselects once; plain function calls would run for each row. */
const query = '(SELECT search_query($2::text, $3))';
/** Words to mark, also with the stems of the configuration that splits the text. */
const marked =
  '(SELECT search_query($2::text, $3) || websearch_to_tsquery($2::text::regconfig, search_clean($3)))';
/**
 * Returns the SQL of the query for a whole title in any language, also if it consists of stop words
 * or operators.
 */
const asWhole = (text: string): string => `(SELECT search_whole_query(${text}))`;
const wholeQuery = asWhole('$3');

/** Returns the SQL of the query for the words of a title, or for a whole title in another language. */
const asNames = (text: string): string =>
  `(SELECT search_name_query(${text}) || search_whole_query(${text}))`;
const nameQuery = asNames('$3');

/** Words with ñ, which rank higher: `año` also matches `ano`, which is another word. */
const enyeQuery = `(SELECT plainto_tsquery('pg_catalog.simple', search_enye($3)))`;

/**
 * Returns the SQL for the documents that a query matches by name and that others refer to. A search
 * for a teacher thus also finds their courses. Types without references to them are excluded,
 * because each document is looked up in every entry.
 */
const buildReferredSql = (
  lang: string,
  text: string,
): string => `ARRAY(SELECT n.number FROM search.published n
      WHERE n.names @@ ${asNames(text)} AND n.locale IN (${lang}, '') AND n.uid = ANY(${list(referredUids)})
      ORDER BY n.number LIMIT ${REFERRED_AT_MOST})`;

const REFERRED = buildReferredSql('$1', '$3');

/** Condition that the index is complete and valid. */
const IS_READY = `(SELECT count(*) FROM search.built b WHERE b.uid = ANY(${list(indexedUids)})) = ${indexedUids.length}
      AND NOT EXISTS (SELECT FROM search.faults)`;

/** Common table expression of the documents that the filters name. */
const FILTER_DOCUMENTS = `named AS MATERIALIZED (SELECT
      ${buildPublishedNumbersSql('api::category.category', '$6::text[]')} AS categories, ${buildPublishedNumbersSql('api::channel.channel', '$7::text[]')} AS channels,
      ${buildPublishedNumbersSql('api::protagonist.protagonist', '$8::text[]')} AS protagonists, ${buildPublishedNumbersSql('api::vertical.vertical', 'ARRAY[$9::text]')} AS lines
  )`;

/** Returns the SQL for all matches with the given columns. */
const buildMatchesSql = (hasQuery: boolean, columns: string): string => `
    SELECT ${columns},
      (${filters})::bigint AS missed
    FROM search.published e, named n
    WHERE e.locale IN ($1, '') AND e.uid = ANY(${list(searchedUids)})
      AND ($12::text[] IS NULL OR e.product_type = ANY($12))
      ${
        hasQuery
          ? `AND (e.words @@ ${query} OR e.refs && (SELECT ${REFERRED}) OR e.names @@ ${wholeQuery})`
          : `AND ($2::text || $3::text) IS NULL`
      }`;

/**
 * Returns the SQL for a page of matches, the best first. Its first row, which exists even without
 * matches, contains the counts.
 */
const buildPageSql = (hasQuery: boolean, order: string): string => `
  WITH ${FILTER_DOCUMENTS}, found AS MATERIALIZED (${buildMatchesSql(
    hasQuery,
    `e.uid, e.document_id, e.locale, e.title, e.position, e.product_type, e.price,
      ${
        hasQuery
          ? `ts_rank('{0.05, 0.2, 0.6, 1}', e.words, ${query}, 1)
        + CASE WHEN e.names @@ ${nameQuery} THEN 1 ELSE 0 END
        + CASE WHEN $3 ~ '[ñÑ]' AND e.words @@ ${enyeQuery} THEN 1 ELSE 0 END`
          : '0'
      } AS rank`,
  )}
  ), kinds AS MATERIALIZED (
    SELECT f.uid, f.product_type, f.missed, count(*) AS count, count(f.price) AS prices, min(f.price) AS lowest,
      max(f.price) AS highest
    FROM found f GROUP BY 1, 2, 3
  )
  SELECT p.uid, p.document_id,
    ${hasQuery ? `ts_headline($2::text::regconfig, ${stripMarks('p.title')}, ${marked}, ${quoteMarkOptions('HighlightAll=true')})` : 'NULL'},
    ${
      hasQuery
        ? `ts_headline($2::text::regconfig, left(t.body, 5000), ${marked},
      ${quoteMarkOptions('MaxFragments=2, MaxWords=20, MinWords=8, FragmentDelimiter=" … "')})`
        : 'NULL'
    },
    CASE WHEN coalesce(p.at, 1) = 1 THEN json_build_object(
      'total', (SELECT coalesce(sum(count), 0)::int FROM kinds WHERE missed = 0),
      'types', (SELECT coalesce(json_agg(t ORDER BY array_position(${list(indexedUids)}, t.value)), '[]') FROM (
        SELECT uid AS value, sum(count)::int AS count FROM kinds WHERE missed IN (0, ${bits.type}) GROUP BY 1) t),
      'productTypes', (SELECT coalesce(json_agg(t ORDER BY t.count DESC, t.value), '[]') FROM (
        SELECT product_type AS value, sum(count)::int AS count FROM kinds
        WHERE missed IN (0, ${bits.productType}) AND product_type IS NOT NULL GROUP BY 1) t),
      'prices', (SELECT CASE WHEN coalesce(sum(prices), 0) = 0 THEN NULL
          ELSE json_build_object('min', min(lowest), 'max', max(highest)) END
        FROM kinds WHERE missed IN (0, ${bits.price}))) END
  FROM (SELECT) one LEFT JOIN (
    SELECT row_number() OVER () AS at, f.* FROM (
      SELECT f.uid, f.document_id, f.locale, f.title FROM found f WHERE f.missed = 0
      ORDER BY ${order}
      LIMIT $13 OFFSET $14) f
  ) p ON true LEFT JOIN search.texts t USING (uid, document_id, locale)
  ORDER BY p.at`;

/**
 * Returns the SQL for the entries that matches refer to, with their counts. The matches are counted
 * without materialising them, which would take a fifth longer.
 */
const buildFacetsSql = (hasQuery: boolean): string => `
  WITH ${FILTER_DOCUMENTS}, referring AS MATERIALIZED (
    SELECT k.key & ${-(2 ** FILTER_BITS)} AS ref, k.key & ${2 ** FILTER_BITS - 1} AS missed, k.count
    FROM (SELECT r.key, count(*) AS count
      FROM (SELECT unnest(f.refs) | f.missed AS key FROM (${buildMatchesSql(hasQuery, 'e.refs')} OFFSET 0) f
        WHERE f.missed IN (${counted})) r GROUP BY 1) k
  ), counted AS (
    SELECT e.uid, e.document_id, e.slug, e.title, sum(r.count)::int AS count,
      row_number() OVER (PARTITION BY e.uid ORDER BY sum(r.count) DESC, e.title ${COLLATE_BY_LETTERS}, e.document_id) AS at
    FROM referring r JOIN search.published e ON e.number = r.ref AND e.locale IN ($1, '')
    WHERE r.missed = 0 OR r.missed = CASE e.uid ${referred
      .map(([name, value]) => `WHEN ${escapeLiteral(name)} THEN ${value}`)
      .join(' ')} END
    GROUP BY e.uid, e.document_id, e.slug, e.title
  )
  SELECT json_build_object(
    'isReady', ${IS_READY},
    'referred', (SELECT coalesce(json_agg(json_build_object('uid', c.uid, 'documentId', c.document_id, 'slug', c.slug,
        'name', c.title, 'count', c.count) ORDER BY c.uid, c.at), '[]') FROM counted c WHERE c.at <= ${VALUES_AT_MOST}))`;

/** Orders of results. */
export type SearchSort = 'relevance' | ProductSort;

/** Returns the statement of a page; each order has one with a query and one without. */
export type PageStatements = (hasQuery: boolean, sort: SearchSort) => string;

const CATALOGUE_ORDER = `array_position(${list(indexedUids)}, f.uid), f.position, f.document_id`;

/** Returns the SQL for the time at which the match `f` was published, which the index lacks. */
const buildPublishedAtSql = ({ strapi }: WithStrapi): string => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  const cases = searchedUids.map((uid) => {
    const ofLocale = models(uid).isLocalized ? ' AND d.locale = f.locale' : '';
    return (
      `WHEN ${escapeLiteral(uid)} THEN (SELECT max(d.published_at) FROM ${escapeIdentifier(tables(uid).name)} d ` +
      `WHERE d.document_id = f.document_id AND d.published_at IS NOT NULL${ofLocale})`
    );
  });
  return `CASE f.uid ${cases.join(' ')} END`;
};

/**
 * Returns the statements of pages. The parameter $1 is the language, $2 its text search
 * configuration, $3 the query. The parameters $4 to $12 are filters, $13 and $14 the page.
 */
export const createPageStatements = ({ strapi }: WithStrapi): PageStatements => {
  const orders: Record<string, string> = {
    position: '',
    title: `f.title ${COLLATE_BY_LETTERS}`,
    price: 'f.price',
    date: buildPublishedAtSql({ strapi }),
  };
  const orderOf = (sort: SearchSort): string => {
    if (sort === 'relevance') return `f.rank DESC, ${CATALOGUE_ORDER}`;
    const direction = sort.startsWith('-') ? ' DESC' : '';
    const orderColumn = orders[sort.replace('-', '')] ?? '';
    if (orderColumn !== '') return `${orderColumn}${direction} NULLS LAST, ${CATALOGUE_ORDER}`;
    return `array_position(${list(indexedUids)}, f.uid), f.position${direction}, f.document_id`;
  };
  const statements = new Map<string, string>();
  return (hasQuery, sort) => {
    const key = `${String(hasQuery)} ${sort}`;
    const statement = statements.get(key) ?? buildPageSql(hasQuery, orderOf(sort));
    statements.set(key, statement);
    return statement;
  };
};

const facetStatements = { query: buildFacetsSql(true), everything: buildFacetsSql(false) };

/** Returns the statement of facets; its parameters are those of a page without the page. */
export const getFacetStatement = (hasQuery: boolean): string =>
  hasQuery ? facetStatements.query : facetStatements.everything;

/** Maximum number of suggestions. */
export const SUGGESTIONS = 5;

/**
 * Additional titles to read, because those that differ from the query only by accents or
 * punctuation are not suggested.
 */
const SPELLINGS = 5;

export const SUGGEST = `
  SELECT s.title FROM (
    SELECT e.title, min(array_position(${list(indexedUids)}, e.uid)) AS type, min(e.position) AS position
    FROM search.published e
    WHERE e.names @@ to_tsquery('${OTHER_LANGUAGES}', $2) AND e.locale IN ($1, '') AND e.uid = ANY(${list(searchedUids)})
    GROUP BY e.title) s
  ORDER BY s.type, s.position, s.title ${COLLATE_BY_LETTERS} LIMIT ${SUGGESTIONS + SPELLINGS}`;

export const ALIKE = `
  SELECT w.word, CASE WHEN EXISTS (
      SELECT FROM search.published e WHERE e.words @@ search_query($3::text, w.word) AND e.locale IN ($1, ''))
    THEN NULL ELSE search_alike(lower(unaccent(w.word)), $1) END
  FROM unnest($2::text[]) WITH ORDINALITY w(word, at) ORDER BY w.at`;

/** Minimum number of seconds for which changes are stored; they are deleted after twice as long. */
export const KEEP_CHANGES_SECONDS = 300;

/**
 * Tells whether a change since a time affects a search: an entry that the query matches now or
 * before, or that completes it. Changes of types that others refer to affect every search, because
 * facets and queries contain their names. The parameters $1 and $2 are the time, $3 the language,
 * $4 its text search configuration, $5 the query. The parameter $6 is the prefix query for titles;
 * null if there is none.
 */
export const IS_AFFECTED = `
  SELECT $2::float8 < extract(epoch FROM clock_timestamp()) - ${KEEP_CHANGES_SECONDS} OR NOT (${IS_READY}) OR EXISTS (
    SELECT FROM search.changes c,
      (SELECT search_query($4::text, $5) AS words, search_whole_query($5) AS whole, to_tsquery('${OTHER_LANGUAGES}', $6) AS begun,
        ${buildReferredSql('$3', '$5')} AS named OFFSET 0) q
    WHERE NOT pg_visible_in_snapshot(c.tx, $1::pg_snapshot) AND (c.uid = '*' OR c.uid = ANY(${list(referredUids)})
      OR c.locale IN ($3, '') AND (c.words @@ q.words OR coalesce(c.names @@ q.whole, false) OR c.refs && q.named OR coalesce(c.names @@ q.begun, false))))`;

export const DELETE_OLD_CHANGES = `DELETE FROM search.changes WHERE at < now() - interval '${2 * KEEP_CHANGES_SECONDS} seconds'`;
