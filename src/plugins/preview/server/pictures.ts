import { createElement as h, type ReactNode } from 'react';
import { isMedia, type Value } from './values';

const isVideo = (media: Value): boolean =>
  (typeof media.mime === 'string' && media.mime.startsWith('video/')) ||
  /\.(mp4|webm)(\?|$)/.test(String(media.url));

export const picture = (media: Value, className: string): ReactNode =>
  isVideo(media)
    ? h('video', { src: String(media.url), className, muted: true, controls: true })
    : h('img', {
        src: String(media.url),
        className,
        alt: typeof media.alternativeText === 'string' ? media.alternativeText : '',
        loading: 'lazy',
      });

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

const slideMedia = (slide: Value, key: string): Value | undefined => {
  const media = slide[key];
  if (isMedia(media)) return media;
  const address = slide[`${key}Url`];
  return typeof address === 'string' ? { url: address } : undefined;
};

/** Whether an item of a list is a slide of a carousel. */
export const isSlide = (item: Value): boolean =>
  'backgroundMedia' in item || 'backgroundMediaUrl' in item;

/** A carousel's slides side by side, to be pushed along. */
export const slides = (items: readonly Value[]): ReactNode =>
  h(
    'div',
    { className: 'slides', tabIndex: 0 },
    items.map((slide, at) => {
      const background = slideMedia(slide, 'backgroundMedia');
      const icon = slideMedia(slide, 'icon');
      const { description, link } = slide;
      return h(
        'figure',
        { key: at },
        background ? picture(background, 'cover') : null,
        h(
          'figcaption',
          null,
          icon ? picture(icon, 'icon') : null,
          h(
            'div',
            null,
            typeof description === 'string' ? h('p', null, description) : null,
            typeof link === 'string' ? h('p', { className: 'meta' }, link) : null,
          ),
        ),
      );
    }),
  );
