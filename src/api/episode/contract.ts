import { z } from '@strapi/utils';
import { catalogueErrors } from '#catalogue/errors';
import {
  markTranslated,
  describeLanguages,
  channelReference,
  protagonistReference,
  verticalSlugs,
} from '#catalogue/shared';
import { catalogueOrder } from '#catalogue/list-answer';
import { mapFrom } from '#delivery/plan/field-source';
import { cardListQuery, includeParam, withCard } from '#catalogue/card';
import { defineEndpoint } from '#platform/http/endpoint';
import { dataOf, listOf, listQuery } from '#platform/http/pagination';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import {
  identity,
  langParam,
  locale,
  optionalText,
  slugParam,
  text,
  timestamps,
} from '#platform/http/primitives';
import { protectedLinksNote, withLogins } from '#catalogue/login-links';
import { mediaShort } from '#catalogue/media';

const episodeSeries = registerSchema(
  'EpisodeSeries',
  z.strictObject(withCard({ ...identity, name: text, slug: text })),
);

export const episode = registerSchema(
  'Episode',
  z.strictObject(
    withCard({
      ...identity,
      name: markTranslated(text),
      slug: text,
      duration: optionalText,
      language: text,
      m3u8Link: optionalText,
      summary: markTranslated(text),
      image: mediaShort,
      protagonists: z.array(protagonistReference),
      channels: z.array(channelReference),
      series: z.array(episodeSeries),
    }),
  ),
);

const episodeSeriesDetail = registerSchema(
  'EpisodeSeriesDetail',
  z.strictObject({
    ...episodeSeries.shape,
    locale,
    order: z.int(),
    needLogin: z.boolean(),
    vertical: verticalSlugs,
  }),
);

const episodeDetailFields = {
  ...episode.shape,
  series: mapFrom(z.array(episodeSeriesDetail), {
    kind: 'attribute',
    name: 'series',
    sort: catalogueOrder,
    narrowedBy: 'lang',
  }),
  locale,
  ...timestamps,
};

/** An episode on its own page, as it is read. */
export const episodeDetailWithLogins = withLogins(episodeDetailFields);

export const episodeDetail = registerSchema(
  'EpisodeDetail',
  z.strictObject({
    ...episodeDetailFields,
    needLogin: z.boolean().describe('Whether a series with it needs a login.'),
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

export const listEpisodesBySeries = defineEndpoint({
  operationId: 'listEpisodesBySeries',
  method: 'GET',
  path: '/episodes/bySeries/:seriesSlug',
  tag: 'Channels and series',
  previewable: true,
  access: 'optional',
  summary: 'The episodes of a series',
  description:
    'Series in several languages may share a slug: `lang` chooses one, otherwise the default language does. ' +
    '`lang` also chooses the language of the episodes’ texts. ' +
    describeLanguages +
    ' ' +
    protectedLinksNote,
  params: z.strictObject({ seriesSlug: slugParam }),
  query: listQuery.omit({ vertical: true }).extend(cardListQuery(episode)),
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

export const getEpisode = defineEndpoint({
  operationId: 'getEpisode',
  method: 'GET',
  path: '/episode/:slug',
  tag: 'Channels and series',
  previewable: true,
  access: 'optional',
  summary: 'One episode with the series that have it',
  description:
    '`lang` chooses the language of the texts, and leaves out series in other languages. ' +
    describeLanguages +
    ' ' +
    protectedLinksNote,
  params: z.strictObject({ slug: slugParam }),
  query: z.strictObject({ lang: langParam.optional(), include: includeParam }),
  example: { params: { slug: 'el-latido' }, query: { lang: 'es' } },
  reads: [{ uid: 'api::episode.episode', form: episodeDetailWithLogins, selects: ['slug'] }],
  response: registerSchema('EpisodeAnswer', dataOf(episodeDetail)),
  errors: [catalogueErrors.EPISODE_NOT_FOUND, catalogueErrors.LANGUAGE_NOT_FOUND],
});
