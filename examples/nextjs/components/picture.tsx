import { pictureUrl, srcset } from 'education-cms-client';
import { baseUrl } from '@/lib/cms';

type Media = { url: string; alternativeText?: string | null };

/** A picture in the shape of a card, or of a portrait. */
export const Picture = ({
  media,
  ratio = '16:9',
  sizes = '(max-width: 40rem) 100vw, 20rem',
}: {
  media: Media | null;
  ratio?: '16:9' | '3:4';
  sizes?: string;
}) => {
  if (media === null) return <div className="no-picture" />;
  const options = { baseUrl, ratio } as const;
  return (
    <img
      src={pictureUrl(media.url, 640, options)}
      srcSet={srcset(media, options)}
      sizes={sizes}
      width={640}
      height={ratio === '16:9' ? 360 : 853}
      alt={media.alternativeText ?? ''}
      loading="lazy"
      decoding="async"
    />
  );
};
