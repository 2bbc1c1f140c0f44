import type { View } from '../../../reading/view';
import { foundTypes, type FoundKind } from '../types';
import { indexedUids, type IndexedUid } from './indexed-types';
import { ALIKE, statements, SUGGEST } from './statements';
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

/** How much matches, by what it can be narrowed to. */
export type Counts = {
  isReady: boolean;
  total: number;
  types: { value: IndexedUid; count: number }[];
  productTypes: { value: string; count: number }[];
  referred: Counted[];
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

/** How much matches. */
export const count = async (view: View, asked: Asked): Promise<Counts> => {
  const { facets } = statementsFor(asked);
  const [row] = await view.rows<[Counts]>(facets, filtersOf(asked), indexedUids, 'content');
  if (row === undefined) throw new Error('search: the index answers nothing');
  return row[0];
};

/** A page of what matches, the best first. */
export const find = async (view: View, asked: Asked): Promise<Hit[]> => {
  const values = [...filtersOf(asked), asked.limit, asked.start];
  const { page } = statementsFor(asked);
  const rows = await view.rows<[IndexedUid, string, string | null, string | null]>(
    page,
    values,
    indexedUids,
    'content',
  );
  return rows.map(([uid, documentId, title, text]) => ({ uid, documentId, title, text }));
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
