import { z } from '@strapi/utils';
import { catalogueErrors } from '../../catalogue/errors';
import { inLanguage } from '../../catalogue/in-language';
import { catalogueOrder } from '../../catalogue/list';
import { endpoint } from '../../platform/http/endpoint';
import { listOf, listQuery } from '../../platform/http/pagination';
import { registerSchema } from '../../platform/http/openapi/schema-registry';
import {
  identity,
  langParam,
  locale,
  optionalText,
  text,
  timestamps,
  verticalParam,
} from '../../platform/http/primitives';
import { protectedLinksNote, withLogins } from '../../catalogue/login-links';
import { mediaShort } from '../../catalogue/media';
import {
  category,
  channelReference,
  greenTag,
  headVideo,
  seo,
  verticalSlugs,
} from '../../catalogue/shared';

/** A series as a channel lists it. */
export const seriesSummary = registerSchema(
  'SeriesSummary',
  z.strictObject({
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
);

const seriesEpisode = registerSchema(
  'SeriesEpisode',
  z.strictObject({ ...identity, name: inLanguage(text), m3u8Link: optionalText }),
);

export const series = registerSchema(
  'Series',
  z.strictObject({
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
);

/** The series with the fields that control whether its links are hidden from anonymous callers. */
export const seriesWithLogins = z.strictObject({
  ...series.shape,
  episodes: z.array(withLogins(seriesEpisode.shape)),
  needLogin: z.boolean(),
});

const selects = [...catalogueOrder, 'verticals.slug'];

export const listSeries = endpoint({
  operationId: 'listSeries',
  method: 'GET',
  path: '/series/getSeries',
  tag: 'Channels and series',
  previewable: true,
  access: 'optional',
  summary: 'The series of a business line in one language',
  description: protectedLinksNote,
  query: listQuery.extend({ lang: langParam, vertical: verticalParam }),
  example: { query: { lang: 'es', vertical: 'medicina', page: 1, pageSize: 2 } },
  reads: [
    { uid: 'api::series.series', form: series, selects },
    { uid: 'api::series.series', form: seriesWithLogins, selects },
  ],
  response: registerSchema('SeriesList', listOf(series)),
  errors: [catalogueErrors.VERTICAL_NOT_FOUND, catalogueErrors.LANGUAGE_NOT_FOUND],
});
