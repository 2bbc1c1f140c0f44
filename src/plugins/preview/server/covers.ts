import { isMedia, type Value } from './values';

/** How a picture sits in its frame: logos, icons and book covers whole, faces square, the rest cropped. */
export const coverClass = (key: string, owner: Value): string => {
  if (key === 'logo' || key === 'icon') return 'cover mark';
  if (key === 'cardImage' && owner.type === 'Libro') return 'cover book';
  if (key === 'image' && 'cv' in owner) return 'cover face';
  return 'cover';
};

const cardPictures = [
  'cardImage',
  'backgroundMedia',
  'image',
  'logo',
  'mediaHeader',
  'backgroundImage',
];

export type Cover = { key: string; media: Value; className: string };

/** The first of these fields that holds a picture. */
export const coverOf = (
  value: Value,
  keys: readonly string[] = cardPictures,
): Cover | undefined => {
  for (const key of keys) {
    const media = Array.isArray(value[key]) ? (value[key] as unknown[])[0] : value[key];
    if (isMedia(media)) return { key, media, className: coverClass(key, value) };
  }
  return undefined;
};
