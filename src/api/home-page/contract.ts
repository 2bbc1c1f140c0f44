import { z } from '@strapi/utils';
import { dataOf } from '#platform/http/pagination';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { id, identity, text } from '#platform/http/primitives';
import { mapFrom } from '#delivery/plan/field-source';
import { liveProgram, programTimeZone, typeOfLive } from '../live/contract';
import {
  markTranslated,
  card,
  people,
  channelReference,
  channelType,
  greenTag,
  seoFull,
} from '#catalogue/shared';
import { mediaWithText } from '#catalogue/media';
import { modality, productType } from '#catalogue/product-type';
import { withCard } from '#catalogue/card';
import { definePageEndpoint } from '#catalogue/page';

const slide = registerSchema(
  'Slide',
  z.strictObject({
    id,
    link: text,
    description: text,
    backgroundMedia: mediaWithText,
    icon: mediaWithText,
  }),
);

const channelLogo = registerSchema(
  'ChannelLogo',
  z.strictObject(
    withCard(
      { ...identity, name: markTranslated(text), logo: mediaWithText, greenTag },
      channelType.nullable(),
    ),
  ),
);

const seriesHome = registerSchema(
  'SeriesOnHome',
  z.strictObject({
    __component: z.literal('home.series-home'),
    id,
    serie: z.strictObject(
      withCard({
        ...identity,
        name: text,
        channels: z.array(channelReference),
        ...card,
      }),
    ),
  }),
);

const productHome = registerSchema(
  'ProductOnHome',
  z.strictObject({
    __component: z.literal('home.product-home'),
    id,
    product: z.strictObject(
      withCard({
        ...identity,
        title: text,
        type: productType,
        header: z
          .strictObject({
            id,
            modality,
            duration: text,
            language: mapFrom(z.array(z.string()), {
              kind: 'pluck',
              attribute: 'language',
              field: 'name',
            }),
            lessonNumber: z.int(),
          })
          .nullable(),
        ...people,
        ...card,
      }),
    ),
  }),
);

const liveHome = registerSchema(
  'LiveOnHome',
  z.strictObject({
    __component: z.literal('home.live-home'),
    id,
    live: z.strictObject(
      withCard({
        ...identity,
        title: markTranslated(text),
        program: markTranslated(z.array(liveProgram)),
        timeZone: programTimeZone,
        typeOfLive: typeOfLive.nullable(),
        image: mediaWithText,
        ...people,
        greenTag,
      }),
    ),
  }),
);

const homeZone = z.array(z.discriminatedUnion('__component', [seriesHome, productHome, liveHome]));

export const homePage = registerSchema(
  'HomePage',
  z.strictObject({
    ...identity,
    carouselMedia: z.array(slide),
    channels: z.array(channelLogo),
    tendencies: homeZone,
    contents: homeZone,
    imagenPlan: z.array(mediaWithText),
    planTypes: z.array(
      registerSchema('PlanType', z.strictObject({ id, title: text, description: text })),
    ),
    seo: seoFull,
  }),
);

export const getHomePage = definePageEndpoint(
  'getHomePage',
  '/home-pages/full-populate',
  'Home page',
  registerSchema('HomePageAnswer', dataOf(homePage)),
  { uid: 'api::home-page.home-page', form: homePage },
);
