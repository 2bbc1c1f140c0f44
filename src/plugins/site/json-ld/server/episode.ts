import type { VideoObject } from 'schema-dts';
import type { EpisodeRead } from '../forms';
import { playingTimeOf } from './durations';
import { describePeople, type JsonLdContext } from './context';

/** Describes an episode as a video. The stream is left out, because it may require a sign-in. */
export const describeEpisode = (entry: EpisodeRead, context: JsonLdContext): VideoObject => {
  const { name, slug, summary, duration, language, createdAt, image, protagonists } = entry;
  const url = context.pageOf('api::episode.episode', { slug });
  const inLanguage = entry.series.filter(({ locale }) => locale === context.language);
  const series = inLanguage.length > 0 ? inLanguage : entry.series;
  return {
    '@type': 'VideoObject',
    '@id': url,
    name,
    description: summary,
    url,
    thumbnailUrl: context.pictureAddress(image),
    uploadDate: createdAt,
    duration: playingTimeOf(duration),
    inLanguage: { '@type': 'Language', name: language },
    actor: describePeople(context, protagonists),
    publisher: context.organisation,
    isPartOf: series.map((one) => ({
      '@type': 'CreativeWorkSeries',
      name: one.name,
      url: context.pageOf('api::series.series', { slug: one.slug }),
    })),
  };
};
