import { createContext, useContext } from 'react';
import { getAddressVersion, VERSION } from '#platform/storage/address-version';
import { type Value, isMedia } from './values';

/**
 * Returns the CSS class for a picture's frame: logos, icons and book covers are shown whole, faces
 * square, all others cropped.
 */
export const getCoverClass = (key: string, owner: Value): string => {
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
    if (isMedia(media)) return { key, media, className: getCoverClass(key, value) };
  }
  return undefined;
};

const widths = [160, 320, 640, 960, 1200];

/** File types that the service resizes; it rejects others. */
const sizable = /\.(?:jpe?g|png|webp|avif|tiff?)$/i;

/** Returns the `srcset` of a picture; undefined for a file without sizes. */
export type PictureSizes = (address: string) => string | undefined;

/** @param api prefix of the endpoints' paths */
export const createPictureSizes =
  (api: string): PictureSizes =>
  (address) => {
    const name = address.split('?')[0]?.split('/').at(-1) ?? '';
    if (!sizable.test(name)) return undefined;
    const version = getAddressVersion(address);
    return widths
      .map((width) => {
        const query = new URLSearchParams({
          w: String(width),
          ...(version !== null && { [VERSION]: version }),
        });
        return `${api}/pictures/${name}?${query.toString()} ${width}w`;
      })
      .join(', ');
  };

export const Sizes = createContext<PictureSizes>(() => undefined);

const usePictureSizes = (): PictureSizes => useContext(Sizes);

const isVideo = (media: Value): boolean =>
  (typeof media.mime === 'string' && media.mime.startsWith('video/')) ||
  /\.(mp4|webm)(\?|$)/.test(String(media.url));

/** Display widths of pictures for the `sizes` attribute: a column, a card or a thumbnail. */
const sizes = {
  wide: '(min-width: 760px) 600px, 100vw',
  card: '(min-width: 760px) 360px, 100vw',
  small: '96px',
} as const;

type PictureProps = { media: Value; className: string; size?: keyof typeof sizes };

/** A picture or video, loaded no larger than it is displayed. */
export const Picture = ({ media, className, size = 'card' }: PictureProps) => {
  const sizesOf = usePictureSizes();
  const address = String(media.url);
  if (isVideo(media)) return <video src={address} className={className} muted controls />;
  const srcSet = sizesOf(address);
  return (
    <img
      src={address}
      srcSet={srcSet}
      sizes={srcSet === undefined ? undefined : sizes[size]}
      className={className}
      alt={typeof media.alternativeText === 'string' ? media.alternativeText : ''}
      loading="lazy"
    />
  );
};

/** The picture of a card, a panel or a page; renders nothing if there is none. */
export const CoverPicture = ({
  cover,
  size,
}: {
  cover: Cover | undefined;
  size?: keyof typeof sizes;
}) => cover && <Picture media={cover.media} className={cover.className} size={size} />;
