import type { UID } from '@strapi/types';
import { buildTotalSql, type PriceFields } from '#catalogue/money/product-prices';
/** Settings of an indexed type. Every attribute must already be public through some endpoint. */
export type IndexedType = {
  title: string;
  /** Attributes that are found by their exact spelling: names, codes. */
  codes?: readonly string[];
  texts?: readonly string[];
  /** Indexed attributes of a component. */
  within?: {
    component: string;
    uid: string;
    codes: readonly string[];
    isbns: readonly string[];
    texts: readonly string[];
  };
  /** Component with the title and texts in other languages. Results show texts of the entry itself. */
  translations?: { component: string; uid: string; title: string; texts?: readonly string[] };
  /** Relations that can be filters and that are counted as facets. */
  relations?: readonly string[];
  /** Returns the SQL expression of the price that filters compare. */
  price?: (column: (field: keyof PriceFields) => string) => string;
  productType?: string;
};
/**
 * Indexed types: results, and types whose names only narrow a search. The order decides between
 * equally good results.
 */
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
    price: buildTotalSql,
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
    translations: {
      component: 'texts',
      uid: 'language.channel-texts',
      title: 'name',
      texts: ['description'],
    },
    relations: ['verticals'],
  },
  'api::episode.episode': {
    title: 'name',
    texts: ['summary'],
    translations: {
      component: 'texts',
      uid: 'language.episode-texts',
      title: 'name',
      texts: ['summary'],
    },
    relations: ['channels', 'protagonists'],
  },
  'api::category.category': { title: 'name' },
  'api::vertical.vertical': { title: 'name' },
} as const satisfies Partial<Record<UID.ContentType, IndexedType>>;
export type IndexedUid = keyof typeof indexedTypes;
/** Types with their settings, as pairs. */
export const indexedTypeEntries: readonly (readonly [IndexedUid, IndexedType])[] = (
  Object.keys(indexedTypes) as IndexedUid[]
).map((uid) => [uid, indexedTypes[uid]]);
export const indexedUids: readonly IndexedUid[] = indexedTypeEntries.map(([uid]) => uid);
