import { isMedia, type Value } from './values';

/**
 * Returns the CSS class for a picture's frame: logos, icons and book covers are shown whole, faces
 * square, all others cropped.
 */
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

/** Returns the first of these fields that holds a picture. */
export const findCover = (
  value: Value,
  keys: readonly string[] = cardPictures,
): Cover | undefined => {
  for (const key of keys) {
    const media = Array.isArray(value[key]) ? (value[key] as unknown[])[0] : value[key];
    if (isMedia(media)) return { key, media, className: coverClass(key, value) };
  }
  return undefined;
};
