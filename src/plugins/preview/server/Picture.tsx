import type { Cover } from './covers';
import type { Value } from './values';

const isVideo = (media: Value): boolean =>
  (typeof media.mime === 'string' && media.mime.startsWith('video/')) ||
  /\.(mp4|webm)(\?|$)/.test(String(media.url));

type PictureProps = { media: Value; className: string };

/** A picture or film of a contract. */
export const Picture = ({ media, className }: PictureProps) =>
  isVideo(media) ? (
    <video src={String(media.url)} className={className} muted controls />
  ) : (
    <img
      src={String(media.url)}
      className={className}
      alt={typeof media.alternativeText === 'string' ? media.alternativeText : ''}
      loading="lazy"
    />
  );

/** The picture of a card, a panel, a page; nothing where there is none. */
export const CoverPicture = ({ cover }: { cover: Cover | undefined }) =>
  cover && <Picture media={cover.media} className={cover.className} />;
