import type { UID } from '@strapi/types';
import { totalSql, type PriceFields } from '../../../catalogue/product-prices';
/** How entries of a type are indexed. Only what some endpoint shows anyway may stand here. */
export type Indexed = {
  title: string;
  /** What is found as it is spelt: names, codes. */
  codes?: readonly string[];
  texts?: readonly string[];
  /** Attributes of a component, besides those of the entry. */
  within?: {
    component: string;
    uid: string;
    codes: readonly string[];
    isbns: readonly string[];
    texts: readonly string[];
  };
  /** The component with the titles in other languages. */
  translations?: { component: string; uid: string; title: string };
  /** Relations that narrow the search and are counted as facets. */
  relations?: readonly string[];
  /** Makes the SQL expression for the price by which entries are filtered. */
  price?: (column: (field: keyof PriceFields) => string) => string;
  productType?: string;
};
/** The types that are found, and those whose names narrow the search, in the order of equally good results. */
export const indexedTypes = {
  'api::product.product': {
    title: 'title',
    codes: ['SKU', 'acronym'],
    texts: ['presentation', 'objectives', 'directed', 'subjectData', 'syllabus'],
    within: {
      component: 'bookDetails',
      uid: 'product.book-details',
      codes: ['author'],
      isbns: ['ISBN'],
      texts: ['synopsis', 'description'],
    },
    relations: ['categories', 'channels', 'protagonists', 'verticals'],
    price: totalSql,
    productType: 'type',
  },
  'api::series.series': {
    title: 'name',
    texts: ['description'],
    relations: ['categories', 'channels', 'protagonists', 'verticals'],
  },
  'api::live.live': {
    title: 'title',
    translations: { component: 'texts', uid: 'language.live-texts', title: 'title' },
    relations: ['channels', 'protagonists', 'vertical'],
  },
  'api::protagonist.protagonist': { title: 'name', texts: ['cv'] },
  'api::channel.channel': {
    title: 'name',
    texts: ['description'],
    translations: { component: 'texts', uid: 'language.channel-texts', title: 'name' },
    relations: ['verticals'],
  },
  'api::episode.episode': {
    title: 'name',
    texts: ['summary'],
    translations: { component: 'texts', uid: 'language.episode-texts', title: 'name' },
    relations: ['channels', 'protagonists'],
  },
  'api::category.category': { title: 'name' },
  'api::vertical.vertical': { title: 'name' },
} as const satisfies Partial<Record<UID.ContentType, Indexed>>;
export type IndexedUid = keyof typeof indexedTypes;
/** As the statements are made from them. */
export const indexed: readonly (readonly [IndexedUid, Indexed])[] = (
  Object.keys(indexedTypes) as IndexedUid[]
).map((uid) => [uid, indexedTypes[uid]]);
export const indexedUids: readonly IndexedUid[] = indexed.map(([uid]) => uid);
