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

/** A link to an entry, such as `entry:channels/simula-lab`. */
const ENTRY_LINK = /^entry:([a-z]+)\/(\S+)$/;

/** Returns the folder and the key in a link to an entry; undefined for other texts. */
export const parseEntryLink = (text: string): { folder: string; key: string } | undefined => {
  const [, folder, key] = ENTRY_LINK.exec(text) ?? [];
  return folder === undefined || key === undefined ? undefined : { folder, key };
};

export type Reference = { field: string; folder: string; key: string };

type FieldReference = { field: string; value: string };

const findValues = (fields: Fields, isWanted: (field: string) => boolean): FieldReference[] =>
  Object.entries(fields).flatMap(([field, value]) => {
    const values: Value[] = Array.isArray(value) ? value : [value];
    return values.flatMap((item) => {
      if (isFields(item)) return findValues(item, isWanted);
      return typeof item === 'string' && isWanted(field) ? [{ field, value: item }] : [];
    });
  });

/** Returns every other entry that fields refer to, at any depth. */
export const findReferences = (fields: Fields): Reference[] =>
  findValues(fields, (field) => field === 'link' || field in folders).flatMap(
    ({ field, value }) => {
      const folder = folders[field];
      const reference = folder === undefined ? parseEntryLink(value) : { folder, key: value };
      return reference === undefined ? [] : [{ field, ...reference }];
    },
  );

/** Returns every image that fields refer to, at any depth. */
export const findImages = (fields: Fields): string[] =>
  findValues(fields, (field) => imageFields.has(field)).map(({ value }) => value);
