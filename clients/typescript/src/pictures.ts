import type { paths } from './schema.ts';

type Query = NonNullable<paths['/pictures/{name}']['get']['parameters']['query']>;

export type PictureOptions = {
  /** Address of the API: `https://cms.example.com/api`. */
  baseUrl: string;
  /** The picture is cropped to it, around its focal point. */
  ratio?: NonNullable<Query['ratio']>;
  /** By default the service chooses by the browser's `Accept`. */
  format?: NonNullable<Query['format']>;
};

/** Widths in which the service draws pictures. */
const WIDTHS = [160, 320, 480, 640, 800, 960, 1200, 1600, 1920, 2560];

/**
 * Returns the address of a picture in a width. Drawings (SVG) have one size, at their own address.
 *
 * @param url `url` of a media value
 * @param width In pixels; the next width that the service draws is used
 */
export const pictureUrl = (
  url: string,
  width: number,
  { baseUrl, ratio, format }: PictureOptions,
): string => {
  const { href, pathname, searchParams } = new URL(url, baseUrl);
  if (pathname.endsWith('.svg')) return href;
  const w = WIDTHS.find((item) => item >= width) ?? WIDTHS.at(-1);
  const query = new URLSearchParams({
    w: String(w),
    ...(ratio && { ratio }),
    ...(format && { format }),
  });
  const version = searchParams.get('v');
  if (version !== null) query.set('v', version);
  return `${baseUrl.replace(/\/+$/, '')}/pictures/${pathname.split('/').at(-1) ?? ''}?${query.toString()}`;
};

/**
 * Returns a `srcset` with the widths up to the picture's own.
 *
 * @param media A media value, or its `url`
 */
export const srcset = (
  media: string | { url: string; width?: number | null },
  options: PictureOptions & { widths?: readonly number[] },
): string => {
  const { url, width } = typeof media === 'string' ? { url: media } : media;
  if (new URL(url, options.baseUrl).pathname.endsWith('.svg')) return '';
  const widths = options.widths ?? [320, 640, 960, 1200, 1600, 1920];
  // One that is as wide as the picture, or wider, gives all of its pixels.
  const last = width ? widths.findIndex((item) => item >= width) : -1;
  return widths
    .slice(0, last === -1 ? undefined : last + 1)
    .map((item) => `${pictureUrl(url, item, options)} ${item}w`)
    .join(', ');
};
