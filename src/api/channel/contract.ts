import { z } from '@strapi/utils';
import { catalogueErrors } from '#catalogue/errors';
import {
  markTranslated,
  describeLanguages,
  channelType,
  greenTag,
  headVideo,
  mediaCard,
  seoFull,
  verticalSlugs,
} from '#catalogue/shared';
import { catalogueOrder } from '#catalogue/list-answer';
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
  verticalParam,
} from '#platform/http/primitives';
import { mapFrom } from '#delivery/plan/field-source';
import { live } from '../live/contract';
import { mediaFull } from '#catalogue/media';
import { channelProduct } from '../product/contract';
import { seriesSummary } from '../series/contract';

export const channelListItem = registerSchema(
  'ChannelListItem',
  z.strictObject(
    withCard({
      ...identity,
      name: markTranslated(text),
      description: markTranslated(text),
      slug: optionalText.describe(
        'Null: the channel has no page of its own yet; it is read by its `documentId`.',
      ),
      type: channelType,
      ...timestamps,
      order: z.int(),
      vertical: mapFrom(z.string().nullable(), { kind: 'parameter', name: 'vertical' }).describe(
        'The business line that was asked for.',
      ),
    }),
  ),
);

export const channel = registerSchema(
  'Channel',
  z.strictObject({
    ...identity,
    name: markTranslated(text),
    description: markTranslated(text),
    slug: optionalText,
    type: channelType,
    ...timestamps,
    locale,
    order: z.int(),
    vertical: verticalSlugs,
    logo: mediaFull,
    backgroundImage: mediaFull.nullable(),
    headVideo: markTranslated(headVideo),
    mediaCard: markTranslated(z.array(mediaCard)),
    greenTag,
    seo: markTranslated(seoFull),
    lives: mapFrom(z.array(live), {
      kind: 'attribute',
      name: 'lives',
      sort: ['order', 'documentId'],
    }),
    products: mapFrom(z.array(channelProduct), {
      kind: 'attribute',
      name: 'products',
      sort: catalogueOrder,
      narrowedBy: 'lang',
    }),
    series: mapFrom(z.array(seriesSummary), {
      kind: 'attribute',
      name: 'series',
      sort: catalogueOrder,
      narrowedBy: 'lang',
    }),
  }),
);

const UID = 'api::channel.channel';

export const listChannels = defineEndpoint({
  operationId: 'listChannels',
  method: 'GET',
  path: '/channels/:vertical',
  tag: 'Channels and series',
  previewable: true,
  summary: 'The channels of a business line',
  description:
    'A channel is the same in every language: `lang` chooses the language of the texts, and leaves out no channel. ' +
    describeLanguages,
  params: z.strictObject({ vertical: verticalParam }),
  query: listQuery.omit({ vertical: true }).extend(cardListQuery(channelListItem)),
  example: { params: { vertical: 'medicina' }, query: { page: 1, pageSize: 2 } },
  reads: [{ uid: UID, form: channelListItem, selects: [...catalogueOrder, 'verticals.slug'] }],
  response: registerSchema('ChannelList', listOf(channelListItem)),
  errors: [catalogueErrors.VERTICAL_NOT_FOUND, catalogueErrors.LANGUAGE_NOT_FOUND],
});

export const getChannel = defineEndpoint({
  operationId: 'getChannel',
  method: 'GET',
  path: '/channel/:slug',
  tag: 'Channels and series',
  previewable: true,
  summary: 'One channel with its products, series and lives',
  description:
    'Contains products and series in every language, or only those in `lang`. `slug` may also be a ' +
    '`documentId`, because some channels have no slug. `lang` also chooses the language of the texts. ' +
    describeLanguages,
  params: z.strictObject({ slug: slugParam }),
  query: z.strictObject({ lang: langParam.optional(), include: includeParam }),
  example: { params: { slug: 'simula-lab' }, query: { lang: 'es' } },
  reads: [{ uid: UID, form: channel, selects: ['slug'] }],
  response: registerSchema('ChannelAnswer', dataOf(channel)),
  errors: [catalogueErrors.CHANNEL_NOT_FOUND, catalogueErrors.LANGUAGE_NOT_FOUND],
});
