import { z } from '@strapi/utils';
import { catalogueErrors } from '#catalogue/errors';
import {
  markTranslated,
  category,
  channelReference,
  greenTag,
  headVideo,
  seo,
  verticalSlugs,
} from '#catalogue/shared';
import { catalogueOrder } from '#catalogue/list-answer';
import { cardListQuery, cardQuery, includeOnlyOnCards, withCard } from '#catalogue/card';
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
  verticalParam,
} from '#platform/http/primitives';
import { protectedLinksNote, withLogins } from '#catalogue/login-links';
import { mapFrom } from '#delivery/plan/field-source';
import { mediaShort } from '#catalogue/media';

/** A series as a channel lists it. */
export const seriesSummary = registerSchema(
  'SeriesSummary',
  z.strictObject(
    withCard({
      ...identity,
      name: text,
      order: z.int(),
      slug: text,
      description: text,
      ...timestamps,
      locale,
      needLogin: z.boolean(),
      vertical: verticalSlugs,
    }),
  ),
);

const seriesEpisode = registerSchema(
  'SeriesEpisode',
  z.strictObject(withCard({ ...identity, name: markTranslated(text), m3u8Link: optionalText })),
);

export const series = registerSchema(
  'Series',
  z.strictObject(
    withCard({
      ...identity,
      name: text,
      slug: text,
      description: text,
      headVideo: headVideo.nullable(),
      image: mediaShort,
      cardImage: mediaShort.nullable(),
      episodes: z.array(seriesEpisode),
      categories: z.array(category),
      channels: z.array(channelReference),
      seo,
      greenTag,
    }),
  ),
);

/** An episode on the page of its series. */
const seriesDetailEpisode = registerSchema(
  'SeriesDetailEpisode',
  z.strictObject({
    ...seriesEpisode.shape,
    ...includeOnlyOnCards({
      duration: optionalText,
      summary: markTranslated(text),
      image: mediaShort,
    }),
  }),
);

/** A series on its own page: the fields of both lists. */
export const seriesDetail = registerSchema(
  'SeriesDetail',
  z.strictObject({
    ...series.shape,
    episodes: z.array(seriesDetailEpisode),
    locale,
    order: z.int(),
    needLogin: z.boolean().describe('Whether its videos are for signed-in students.'),
    vertical: verticalSlugs,
    ...timestamps,
  }),
);

/** Language of the version, which no response has. A preview opens only some languages. */
const version = mapFrom(text, { kind: 'attribute', name: 'locale' });

/** The series page with the fields that control whether its links are hidden. */
export const seriesDetailWithLogins = z.strictObject({
  ...seriesDetail.shape,
  episodes: z.array(withLogins(seriesDetailEpisode.shape)),
  version,
});

/** The series with the fields that control whether its links are hidden from anonymous callers. */
export const seriesWithLogins = z.strictObject({
  ...series.shape,
  episodes: z.array(withLogins(seriesEpisode.shape)),
  needLogin: z.boolean(),
  version,
});

const selects = [...catalogueOrder, 'verticals.slug'];

export const listSeries = defineEndpoint({
  operationId: 'listSeries',
  method: 'GET',
  path: '/series/getSeries',
  tag: 'Channels and series',
  previewable: true,
  access: 'optional',
  summary: 'The series of a business line in one language',
  description: protectedLinksNote,
  query: listQuery.extend({
    ...{ lang: langParam, vertical: verticalParam },
    ...cardListQuery(series),
  }),
  example: { query: { lang: 'es', vertical: 'medicina', page: 1, pageSize: 2 } },
  reads: [
    { uid: 'api::series.series', form: series, selects },
    { uid: 'api::series.series', form: seriesWithLogins, selects },
  ],
  response: registerSchema('SeriesList', listOf(series)),
  errors: [catalogueErrors.VERTICAL_NOT_FOUND, catalogueErrors.LANGUAGE_NOT_FOUND],
});

export const getSeries = defineEndpoint({
  operationId: 'getSeries',
  method: 'GET',
  path: '/series/:slug/:lang',
  tag: 'Channels and series',
  previewable: true,
  access: 'optional',
  summary: 'One series with its episodes',
  description: protectedLinksNote,
  params: z.strictObject({ slug: slugParam, lang: langParam }),
  query: cardQuery,
  example: { params: { slug: 'a-corazon-abierto', lang: 'es' } },
  reads: [
    { uid: 'api::series.series', form: seriesDetail, selects: ['slug'] },
    { uid: 'api::series.series', form: seriesDetailWithLogins, selects: ['slug'] },
  ],
  response: registerSchema('SeriesAnswer', dataOf(seriesDetail)),
  errors: [catalogueErrors.SERIES_NOT_FOUND],
});
