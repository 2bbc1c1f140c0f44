import type { Cover } from './cover-pictures';
import type { Value } from './values';
import { usePictureSizes } from './picture-sizes';

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
