import { isFields, type Fields, type Value } from './fields';

/** Fields that refer to other entries, with the folder of those entries. */
const folders: Record<string, string> = {
  vertical: 'verticals',
  verticals: 'verticals',
  category: 'categories',
  categories: 'categories',
  channels: 'channels',
  protagonists: 'protagonists',
  episodes: 'episodes',
  serie: 'series',
  live: 'lives',
  product: 'products',
  products: 'products',
};

/** Fields that refer to an image. */
const imageFields = new Set([
  'image',
  'cardImage',
  'mediaHeader',
  'logo',
  'backgroundImage',
  'backgroundMedia',
  'icon',
  'imagenPlan',
  'FeatureImage',
]);

export type Reference = { field: string; folder: string; key: string };

type Found = { field: string; value: string };

const named = (fields: Fields, isWanted: (field: string) => boolean): Found[] =>
  Object.entries(fields).flatMap(([field, value]) => {
    const values: Value[] = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => {
      if (isFields(one)) return named(one, isWanted);
      return typeof one === 'string' && isWanted(field) ? [{ field, value: one }] : [];
    });
  });

/** Returns every other entry that fields refer to, at any depth. */
export const referencesIn = (fields: Fields): Reference[] =>
  named(fields, (field) => field in folders).map(({ field, value }) => ({
    field,
    folder: folders[field] ?? '',
    key: value,
  }));

/** Returns every image that fields refer to, at any depth. */
export const imagesIn = (fields: Fields): string[] =>
  named(fields, (field) => imageFields.has(field)).map(({ value }) => value);
