import { escapeLiteral } from 'pg';
import type { View } from '../../../reading/view';
import { MARKS } from './definitions';
import { indexedUids, type IndexedUid } from './indexed-types';
import { configurations, OTHER_LANGUAGES } from './tables';
import { foundTypes, type FoundKind } from '../types';

/** What is asked of the index. */
export type Asked = {
  q: string | null;
  lang: string;
  type?: FoundKind | undefined;
  productType?: string | undefined;
  category?: string | undefined;
  channel?: string | undefined;
  protagonist?: string | undefined;
  vertical?: string | undefined;
  priceFrom?: number | undefined;
  priceTo?: number | undefined;
  start: number;
  limit: number;
};

export type Hit = {
  uid: IndexedUid;
  documentId: string;
  title: string | null;
  text: string | null;
};

type Counted = {
  uid: IndexedUid;
  documentId: string;
  slug: string | null;
  name: string;
  count: number;
};

export type Found = {
  isReady: boolean;
  total: number;
  hits: Hit[];
  types: { value: IndexedUid; count: number }[];
  productTypes: { value: string; count: number }[];
  referred: Counted[];
  prices: { min: number; max: number } | null;
};

/** Of one facet. */
const VALUES_AT_MOST = 50;

const foundUids = Object.values(foundTypes);

/** A filter that did not let an entry pass leaves its bit, so that each facet counts what all the others let pass. */
const bits = {
  type: 1,
  productType: 2,
  'api::category.category': 4,
  'api::channel.channel': 8,
  'api::protagonist.protagonist': 16,
  'api::vertical.vertical': 32,
  price: 64,
} as const;

/** Those of them whose entries are referred to. */
const referred = Object.entries(bits).filter(([name]) => name.includes('::'));

/** Which rows some facet of entries counts. */
const counted = [0, ...referred.map(([, value]) => value)].join(', ');

const list = (values: readonly string[]): string =>
  `ARRAY[${values.map((value) => escapeLiteral(value)).join(', ')}]::text[]`;

/** The documents that a parameter names, by id or by slug. */
const named = (uid: string, parameter: string): string =>
  `ARRAY(SELECT n.number FROM search.documents n WHERE n.uid = ${escapeLiteral(uid)} ` +
  `AND n.locale IN ($1, '') AND (n.document_id = ${parameter} OR n.slug = ${parameter}))`;

const bit = (name: keyof typeof bits, parameter: string, passes: string): string =>
  `CASE WHEN ${parameter} IS NULL OR ${passes} THEN 0 ELSE ${bits[name]} END`;

/** Business lines narrow what can have one. */
const withoutLines = list([foundTypes.episode, foundTypes.protagonist]);

const filters = [
  bit('type', '$4::text', 'e.uid = $4'),
  bit('productType', '$5::text', 'coalesce(e.product_type = $5, false)'),
  bit('api::category.category', '$6::text', 'e.refs && n.categories'),
  bit('api::channel.channel', '$7::text', 'e.refs && n.channels'),
  bit('api::protagonist.protagonist', '$8::text', 'e.refs && n.protagonists'),
  bit('api::vertical.vertical', '$9::text', `(e.refs && n.lines OR e.uid = ANY(${withoutLines}))`),
  `CASE WHEN ($10::numeric IS NULL OR coalesce(e.price >= $10, false)) AND ` +
    `($11::numeric IS NULL OR coalesce(e.price <= $11, false)) THEN 0 ELSE ${bits.price} END`,
].join('\n      + ');

const mark = (options: string): string =>
  escapeLiteral(`StartSel=${MARKS.start}, StopSel=${MARKS.end}, ${options}`);

/** Selects within the statement are run once; called as they are, these would be for each row. */
const query = '(SELECT websearch_to_tsquery($2::text::regconfig, $3))';
const nameQuery = `(SELECT plainto_tsquery('${OTHER_LANGUAGES}', $3))`;

/** Which other documents a query names: whoever looks for a teacher finds what they teach. */
const REFERRED = `ARRAY(SELECT n.number FROM search.documents n
      WHERE n.names @@ ${nameQuery} AND n.locale IN ($1, '') LIMIT 100)`;

/** One statement: everything that matches, once; its page, its facets. */
const statementOf = (hasQuery: boolean): string => `
  WITH named AS MATERIALIZED (SELECT
      ${named('api::category.category', '$6')} AS categories, ${named('api::channel.channel', '$7')} AS channels,
      ${named('api::protagonist.protagonist', '$8')} AS protagonists, ${named('api::vertical.vertical', '$9')} AS lines
  ), found AS MATERIALIZED (
    SELECT e.uid, e.document_id, e.locale, e.product_type, e.refs, e.price, e.position,
      ${
        hasQuery
          ? `ts_rank('{0.05, 0.2, 0.6, 1}', e.words, ${query}, 1)
        + CASE WHEN e.names @@ ${nameQuery} THEN 1 ELSE 0 END`
          : '($2::text || $3::text IS NULL)::int'
      } AS rank,
      ${filters} AS missed
    FROM search.documents e, named n
    WHERE e.locale IN ($1, '') AND e.uid = ANY(${list(foundUids)})
      ${hasQuery ? `AND (e.words @@ ${query} OR e.refs && (SELECT ${REFERRED}))` : ''}
  ), page AS MATERIALIZED (
    SELECT row_number() OVER () AS at, p.* FROM (
      SELECT f.uid, f.document_id, f.locale FROM found f WHERE f.missed = 0
      ORDER BY f.rank DESC, array_position(${list(indexedUids)}, f.uid), f.position, f.document_id
      LIMIT $12 OFFSET $13) p
  ), kinds AS MATERIALIZED (
    SELECT f.uid, f.product_type, f.missed, count(*) AS count, count(f.price) AS prices, min(f.price) AS lowest,
      max(f.price) AS highest
    FROM found f GROUP BY 1, 2, 3
  ), referring AS MATERIALIZED (
    SELECT r.ref, r.missed, count(*) AS count
    FROM (SELECT unnest(f.refs) AS ref, f.missed FROM found f WHERE f.missed IN (${counted})) r GROUP BY 1, 2
  ), counted AS (
    SELECT e.uid, e.document_id, e.slug, e.title, sum(r.count)::int AS count,
      row_number() OVER (PARTITION BY e.uid ORDER BY sum(r.count) DESC, e.title, e.document_id) AS at
    FROM referring r JOIN search.documents e ON e.number = r.ref AND e.locale IN ($1, '')
    WHERE r.missed = 0 OR r.missed = CASE e.uid ${referred
      .map(([name, value]) => `WHEN ${escapeLiteral(name)} THEN ${value}`)
      .join(' ')} END
    GROUP BY e.uid, e.document_id, e.slug, e.title
  )
  SELECT json_build_object(
    'isReady', (SELECT count(*) FROM search.built b WHERE b.uid = ANY(${list(indexedUids)})) = ${indexedUids.length}
      AND NOT EXISTS (SELECT FROM search.faults),
    'total', (SELECT coalesce(sum(count), 0)::int FROM kinds WHERE missed = 0),
    'hits', (SELECT coalesce(json_agg(json_build_object('uid', p.uid, 'documentId', p.document_id,
        'title', ${hasQuery ? `ts_headline($2::text::regconfig, e.title, ${query}, ${mark('HighlightAll=true')})` : 'NULL'},
        'text', ${
          hasQuery
            ? `CASE WHEN e.body <> '' THEN ts_headline($2::text::regconfig, left(e.body, 5000), ${query},
          ${mark('MaxFragments=2, MaxWords=20, MinWords=8, FragmentDelimiter=" … "')}) END`
            : `NULL`
        }) ORDER BY p.at), '[]')
      FROM page p JOIN search.documents e USING (uid, document_id, locale)),
    'types', (SELECT coalesce(json_agg(t ORDER BY array_position(${list(indexedUids)}, t.value)), '[]') FROM (
      SELECT uid AS value, sum(count)::int AS count FROM kinds WHERE missed IN (0, ${bits.type}) GROUP BY 1) t),
    'productTypes', (SELECT coalesce(json_agg(t ORDER BY t.count DESC, t.value), '[]') FROM (
      SELECT product_type AS value, sum(count)::int AS count FROM kinds
      WHERE missed IN (0, ${bits.productType}) AND product_type IS NOT NULL GROUP BY 1) t),
    'referred', (SELECT coalesce(json_agg(json_build_object('uid', c.uid, 'documentId', c.document_id, 'slug', c.slug,
        'name', c.title, 'count', c.count) ORDER BY c.uid, c.at), '[]') FROM counted c WHERE c.at <= ${VALUES_AT_MOST}),
    'prices', (SELECT CASE WHEN coalesce(sum(prices), 0) = 0 THEN NULL
        ELSE json_build_object('min', min(lowest), 'max', max(highest)) END
      FROM kinds WHERE missed IN (0, ${bits.price})))`;

const statements = { query: statementOf(true), everything: statementOf(false) };

/** What is suggested at most. */
const SUGGESTIONS = 5;

const SUGGEST = `
  SELECT s.title FROM (
    SELECT e.title, min(array_position(${list(indexedUids)}, e.uid)) AS type, min(e.position) AS position
    FROM search.documents e
    WHERE e.names @@ to_tsquery('${OTHER_LANGUAGES}', $2) AND e.locale IN ($1, '') AND e.uid = ANY(${list(foundUids)})
    GROUP BY e.title) s
  ORDER BY s.type, s.position, s.title LIMIT ${SUGGESTIONS}`;

const ALIKE = `
  SELECT w.word, CASE WHEN EXISTS (
      SELECT FROM search.documents e WHERE e.words @@ plainto_tsquery($3::text::regconfig, w.word) AND e.locale IN ($1, ''))
    THEN NULL ELSE search_alike(lower(unaccent(w.word)), $1) END
  FROM unnest($2::text[]) WITH ORDINALITY w(word, at) ORDER BY w.at`;

/** How words of a language are understood. */
export const configurationOf = (lang: string): string => {
  const [language = ''] = lang.split('-');
  return language === 'es' || language === 'en' ? configurations[language] : OTHER_LANGUAGES;
};

/** The words of a text; nothing of the language of queries is left. */
export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** What matches, page and facets. */
export const find = async (view: View, asked: Asked): Promise<Found> => {
  const { q, lang, type, productType, category, channel, protagonist, vertical } = asked;
  const values = [
    lang,
    configurationOf(lang),
    q,
    type === undefined ? null : foundTypes[type],
    productType ?? null,
    category ?? null,
    channel ?? null,
    protagonist ?? null,
    vertical ?? null,
    asked.priceFrom ?? null,
    asked.priceTo ?? null,
    asked.limit,
    asked.start,
  ];
  const statement = q === null ? statements.everything : statements.query;
  const [row] = await view.rows<[Found]>(statement, values, indexedUids, 'content');
  if (row === undefined) throw new Error('search: the index answers nothing');
  return row[0];
};

/** Titles that begin, in their last word, as the query ends. */
export const suggest = async (view: View, q: string, lang: string): Promise<string[]> => {
  const words = wordsIn(q);
  if ((words.at(-1) ?? '').length < 2) return [];
  const prefix = `${words.map((word) => `'${word}'`).join(' & ')}:*`;
  const rows = await view.rows<[string]>(SUGGEST, [lang, prefix], indexedUids, 'content');
  return rows.map(([title]) => title);
};

/** More words than this are not looked at one by one. */
const CORRECTED_AT_MOST = 6;

/** The query with the words that nothing published has replaced by what is most like them; null where nothing is. */
export const correct = async (view: View, q: string, lang: string): Promise<string | null> => {
  const words = wordsIn(q);
  if (words.length === 0 || words.length > CORRECTED_AT_MOST) return null;
  const rows = await view.rows<[string, string | null]>(
    ALIKE,
    [lang, words, configurationOf(lang)],
    indexedUids,
    'content',
  );
  return rows.some(([, alike]) => alike !== null)
    ? rows.map(([word, alike]) => alike ?? word).join(' ')
    : null;
};
