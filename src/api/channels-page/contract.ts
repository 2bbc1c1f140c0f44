import { z } from '@strapi/utils';
import { dataOf } from '#platform/http/pagination';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { identity, optionalText, text } from '#platform/http/primitives';
import { mapFrom } from '#delivery/plan/field-source';
import { withCard } from '#catalogue/card';
import { mediaFull } from '#catalogue/media';
import { definePageEndpoint } from '#catalogue/page';
import {
  channelType,
  greenTag,
  headVideo,
  mediaCard,
  seoFull,
  markTranslated,
} from '#catalogue/shared';

const mapMediaUrl = (attribute: string) =>
  mapFrom(z.string(), { kind: 'pluck', attribute, field: 'url' });

export const channelsPage = registerSchema(
  'ChannelsPage',
  z.strictObject({
    carousel: z.array(
      registerSchema(
        'CarouselSlide',
        z.strictObject({
          backgroundMediaUrl: mapMediaUrl('backgroundMedia'),
          link: text,
          iconUrl: mapMediaUrl('icon'),
          description: text,
        }),
      ),
    ),
    channels: z.array(
      registerSchema(
        'PresentedChannel',
        z.strictObject(
          withCard(
            {
              ...identity,
              name: markTranslated(text),
              slug: optionalText,
              description: markTranslated(text),
              logo: mediaFull,
              seo: markTranslated(seoFull),
              greenTag,
              headVideo: markTranslated(headVideo),
              backgroundImage: mediaFull.nullable(),
              mediaCard: markTranslated(z.array(mediaCard)),
            },
            channelType.nullable(),
          ),
        ),
      ),
    ),
  }),
);

export const getChannelsPage = definePageEndpoint(
  'getChannelsPage',
  '/channels-page/channels',
  'Channels page',
  registerSchema('ChannelsPageAnswer', dataOf(channelsPage)),
  { uid: 'api::channels-page.channels-page', form: channelsPage },
);
