import type { View } from '../../../delivery/view';
import { foundTypes, type FoundKind } from '../types';
import { indexedUids, type IndexedUid } from './indexed-types';
import { ALIKE, CONCERNED, statements, SUGGEST, SUGGESTIONS } from './statements';
import { configurations, OTHER_LANGUAGES } from './tables';

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

/** To what it refers that matches. */
export type References = {
  /** Whether the index is whole, and may be believed. */
  isReady: boolean;
  referred: Counted[];
};

/** How much matches, by what it is. */
export type Kinds = {
  total: number;
  types: { value: IndexedUid; count: number }[];
  productTypes: { value: string; count: number }[];
  prices: { min: number; max: number } | null;
};

/** How words of a language are understood. */
export const configurationOf = (lang: string): string => {
  const [language = ''] = lang.split('-');
  return language === 'es' || language === 'en' ? configurations[language] : OTHER_LANGUAGES;
};

/** The words of a text; nothing of the language of queries is left. */
export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const filtersOf = (asked: Asked): unknown[] => {
  const { q, lang, type, productType, category, channel, protagonist, vertical } = asked;
  return [
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
  ];
};

const statementsFor = ({ q }: Asked) => (q === null ? statements.everything : statements.query);

/** What an answer depends on without a query: everything is listed. With one, `unlessConcerned` sees to it. */
const dependingOn = ({ q }: Asked): readonly IndexedUid[] => (q === null ? indexedUids : []);

/** What titles begin with that complete a query; null where it is too short to be completed. */
const beginningOf = (q: string): string | null => {
  const words = wordsIn(q);
  if ((words.at(-1) ?? '').length < 2) return null;
  return `${words.map((word) => `'${word}'`).join(' & ')}:*`;
};

/** Has the answer to a query kept while nothing changes that it finds; to be called first. */
export const unlessConcerned = (view: View, q: string, lang: string): Promise<void> =>
  view.revalidateBy(CONCERNED, [lang, configurationOf(lang), q, beginningOf(q)], indexedUids);

/** The entries to which refers what matches, and how often. */
export const countReferences = async (view: View, asked: Asked): Promise<References> => {
  const { facets } = statementsFor(asked);
  const [row] = await view.runStatement<[References]>(
    facets,
    filtersOf(asked),
    dependingOn(asked),
    'content',
  );
  if (row === undefined) throw new Error('search: the index answers nothing');
  return row[0];
};

type PageRow = [
  uid: IndexedUid | null,
  documentId: string,
  title: string | null,
  text: string | null,
  kinds: Kinds | null,
];

/** A page of what matches, the best first, and how much there is of each kind. */
export const find = async (view: View, asked: Asked): Promise<{ hits: Hit[]; kinds: Kinds }> => {
  const values = [...filtersOf(asked), asked.limit, asked.start];
  const { page } = statementsFor(asked);
  const rows = await view.runStatement<PageRow>(page, values, dependingOn(asked), 'content');
  const kinds = rows[0]?.[4];
  if (kinds === undefined || kinds === null) throw new Error('search: the index answers nothing');
  const hits = rows.flatMap(([uid, documentId, title, text]) =>
    uid === null ? [] : [{ uid, documentId, title, text }],
  );
  return { hits, kinds };
};

/** A text by its words alone, to compare what people type with titles. */
const plainText = (text: string): string =>
  wordsIn(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()).join(' ');

/** Titles that begin, in their last word, as the query ends, but for those that say no more than the query. */
export const suggest = async (view: View, q: string, lang: string): Promise<string[]> => {
  const beginning = beginningOf(q);
  if (beginning === null) return [];
  const rows = await view.runStatement<[string]>(SUGGEST, [lang, beginning], []);
  const titles = rows.map(([title]) => title);
  return titles.filter((title) => plainText(title) !== plainText(q)).slice(0, SUGGESTIONS);
};

/** More words than this are not looked at one by one. */
const CORRECTED_AT_MOST = 6;

/** The query with the words that nothing published has replaced by what is most like them; null where nothing is. */
export const correct = async (view: View, q: string, lang: string): Promise<string | null> => {
  const words = wordsIn(q);
  if (words.length === 0 || words.length > CORRECTED_AT_MOST) return null;
  const rows = await view.runStatement<[string, string | null]>(
    ALIKE,
    [lang, words, configurationOf(lang)],
    indexedUids,
    'content',
  );
  return rows.some(([, alike]) => alike !== null)
    ? rows.map(([word, alike]) => alike ?? word).join(' ')
    : null;
};
