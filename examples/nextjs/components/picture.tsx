import { pictureUrl, srcset } from 'education-cms-client';
import { baseUrl } from '@/lib/cms';

type Media = { url: string; alternativeText?: string | null };

/** A picture in the shape of a card, 16:9. */
export const Picture = ({
  media,
  sizes = '(max-width: 40rem) 100vw, 20rem',
}: {
  media: Media | null;
  sizes?: string;
}) => {
  if (media === null) return <div className="no-picture" />;
  const options = { baseUrl, ratio: '16:9' } as const;
  return (
    <img
      src={pictureUrl(media.url, 640, options)}
      srcSet={srcset(media, options)}
      sizes={sizes}
      width={640}
      height={360}
      alt={media.alternativeText ?? ''}
      loading="lazy"
      decoding="async"
    />
  );
};
