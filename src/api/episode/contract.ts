import { z } from '@strapi/utils';
import { catalogueErrors } from '../../catalogue/errors';
import { inLanguage, writtenIn } from '../../catalogue/in-language';
import { endpoint } from '../../platform/http/endpoint';
import { listOf, listQuery } from '../../platform/http/pagination';
import { registerSchema } from '../../platform/http/openapi/schema-registry';
import { identity, optionalText, slugParam, text } from '../../platform/http/primitives';
import { protectedLinksNote, withLogins } from '../../catalogue/login-links';
import { mediaShort } from '../../catalogue/media';
import { channelReference, protagonistReference } from '../../catalogue/shared';

const episodeSeries = registerSchema(
  'EpisodeSeries',
  z.strictObject({ ...identity, name: text, slug: text }),
);

export const episode = registerSchema(
  'Episode',
  z.strictObject({
    ...identity,
    name: inLanguage(text),
    slug: text,
    duration: optionalText,
    language: text,
    m3u8Link: optionalText,
    summary: inLanguage(text),
    image: mediaShort,
    protagonists: z.array(protagonistReference),
    channels: z.array(channelReference),
    series: z.array(episodeSeries),
  }),
);

/** A series' episodes in the editor's order. */
export const seriesEpisodes = z.strictObject({ episodes: z.array(episode) });

/**
 * The episodes with `logins`, which controls whether their links are hidden from anonymous callers.
 */
export const seriesEpisodesWithLogins = z.strictObject({
  episodes: z.array(withLogins(episode.shape)),
});

export const listEpisodesBySeries = endpoint({
  operationId: 'listEpisodesBySeries',
  method: 'GET',
  path: '/episodes/bySeries/:seriesSlug',
  tag: 'Channels and series',
  previewable: true,
  access: 'optional',
  summary: 'The episodes of a series',
  description:
    'A slug may name a series in several languages; `lang` chooses one, otherwise the default language wins. ' +
    'It chooses the language of the episodes’ texts, too. ' +
    writtenIn +
    ' ' +
    protectedLinksNote,
  params: z.strictObject({ seriesSlug: slugParam }),
  query: listQuery.omit({ vertical: true }),
  example: {
    params: { seriesSlug: 'a-corazon-abierto' },
    query: { lang: 'es', page: 1, pageSize: 2 },
  },
  reads: [
    { uid: 'api::series.series', form: seriesEpisodes, selects: ['slug'] },
    { uid: 'api::series.series', form: seriesEpisodesWithLogins, selects: ['slug'] },
  ],
  response: registerSchema('EpisodeList', listOf(episode)),
  errors: [catalogueErrors.SERIES_NOT_FOUND],
});
