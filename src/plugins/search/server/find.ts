import type { View } from '#delivery/view';
import { productTypes, type ProductKind, type ProductType } from '#catalogue/product-type';
import { foundTypes, type FoundKind } from '../contract';
import { indexedUids, type IndexedUid } from './indexed-types';
import {
  ALIKE,
  IS_AFFECTED,
  getFacetStatement,
  SUGGEST,
  SUGGESTIONS,
  type PageStatements,
  type SearchSort,
} from './statements';
import { configurations, OTHER_LANGUAGES } from './tables';

/** Query and filters of a search. */
export type SearchQuery = {
  q: string | null;
  lang: string;
  kind?: ProductKind | undefined;
  type?: readonly FoundKind[] | undefined;
  productType?: readonly string[] | undefined;
  category?: readonly string[] | undefined;
  channel?: readonly string[] | undefined;
  protagonist?: readonly string[] | undefined;
  vertical?: string | undefined;
  priceFrom?: number | undefined;
  priceTo?: number | undefined;
  sort?: SearchSort | undefined;
  start: number;
  limit: number;
};

export type Hit = {
  uid: IndexedUid;
  documentId: string;
  title: string | null;
  text: string | null;
};

type CountedRow = {
  uid: IndexedUid;
  documentId: string;
  slug: string | null;
  name: string;
  count: number;
};

/** Entries that the matches refer to. */
export type References = {
  /** Whether the index is complete and valid. */
  isReady: boolean;
  referred: CountedRow[];
};

/** Number of matches by type and product type, with their range of prices. */
export type Kinds = {
  total: number;
  types: { value: IndexedUid; count: number }[];
  productTypes: { value: ProductType; count: number }[];
  prices: { min: number; max: number } | null;
};

/** Returns the text search configuration of a language. */
export const getSearchConfiguration = (lang: string): string => {
  const [language = ''] = lang.split('-');
  return language === 'es' || language === 'en' ? configurations[language] : OTHER_LANGUAGES;
};

/** Returns the words of a text without the operators of queries. */
export const parseSearchWords = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const listFilterBindings = (search: SearchQuery): unknown[] => {
  const { q, lang, kind, type, productType, category, channel, protagonist, vertical } = search;
  return [
    lang,
    getSearchConfiguration(lang),
    q,
    type?.map((each) => foundTypes[each]) ?? null,
    productType ?? null,
    category ?? null,
    channel ?? null,
    protagonist ?? null,
    vertical ?? null,
    search.priceFrom ?? null,
    search.priceTo ?? null,
    kind === undefined ? null : productTypes[kind],
  ];
};

const hasQuery = ({ q }: SearchQuery): boolean => q !== null;

/**
 * Returns the types that a response depends on. Without a query these are all types; with a query
 * `cacheUntilAffected` determines it.
 */
const listDependencyTypes = ({ q }: SearchQuery): readonly IndexedUid[] =>
  q === null ? indexedUids : [];

/** Returns the prefix query for titles that complete the text; null if the text is too short. */
const buildPrefixQuery = (q: string): string | null => {
  const words = parseSearchWords(q);
  if ((words.at(-1) ?? '').length < 2) return null;
  return `${words.map((word) => `'${word}'`).join(' & ')}:*`;
};

/** Caches the response to a query until a change affects its results; call it first. */
export const cacheUntilAffected = (view: View, q: string, lang: string): Promise<void> =>
  view.revalidateBy(
    IS_AFFECTED,
    [lang, getSearchConfiguration(lang), q, buildPrefixQuery(q)],
    indexedUids,
  );

/** Returns the entries that the matches refer to, with their counts. */
export const countReferences = async (view: View, search: SearchQuery): Promise<References> => {
  const [row] = await view.runStatement<[References]>(
    getFacetStatement(hasQuery(search)),
    listFilterBindings(search),
    listDependencyTypes(search),
    'content',
  );
  if (row === undefined) throw new Error('search: the index returned no row');
  return row[0];
};

type PageRow = [
  uid: IndexedUid | null,
  documentId: string,
  title: string | null,
  text: string | null,
  kinds: Kinds | null,
];

/** Returns a page of matches, the best first, and the number of matches of each kind. */
export const findEntries = async (
  view: View,
  pageStatement: PageStatements,
  search: SearchQuery,
): Promise<{ hits: Hit[]; kinds: Kinds }> => {
  const values = [...listFilterBindings(search), search.limit, search.start];
  const page = pageStatement(hasQuery(search), search.sort ?? 'relevance');
  const rows = await view.runStatement<PageRow>(
    page,
    values,
    listDependencyTypes(search),
    'content',
  );
  const kinds = rows[0]?.[4];
  if (kinds === undefined || kinds === null) throw new Error('search: the index returned no row');
  const hits = rows.flatMap(([uid, documentId, title, text]) =>
    uid === null ? [] : [{ uid, documentId, title, text }],
  );
  return { hits, kinds };
};

/** Returns the words of a text without accents and case, to compare typed text with titles. */
const normalizeText = (text: string): string =>
  parseSearchWords(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()).join(' ');

/**
 * Returns titles whose words start like the query's last word, except titles equal to the query.
 */
export const suggestTitles = async (view: View, q: string, lang: string): Promise<string[]> => {
  const beginning = buildPrefixQuery(q);
  if (beginning === null) return [];
  const rows = await view.runStatement<[string]>(SUGGEST, [lang, beginning], []);
  const titles = rows.map(([title]) => title);
  return titles.filter((title) => normalizeText(title) !== normalizeText(q)).slice(0, SUGGESTIONS);
};

/** Maximum number of words in a query that is corrected. */
const CORRECTED_AT_MOST = 6;

/**
 * Returns the query with each unknown word replaced by the most similar published word; null if
 * nothing changes.
 */
export const correctQuery = async (view: View, q: string, lang: string): Promise<string | null> => {
  const words = parseSearchWords(q);
  if (words.length === 0 || words.length > CORRECTED_AT_MOST) return null;
  const rows = await view.runStatement<[string, string | null]>(
    ALIKE,
    [lang, words, getSearchConfiguration(lang)],
    indexedUids,
    'content',
  );
  return rows.some(([, alike]) => alike !== null)
    ? rows.map(([word, alike]) => alike ?? word).join(' ')
    : null;
};
