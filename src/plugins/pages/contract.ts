import { z } from '@strapi/utils';
import { endpoint, type ContractRead } from '../../http/endpoint';
import { defineErrors } from '../../http/errors';
import { dataOf } from '../../http/pagination';
import { registerSchema } from '../../http/openapi/schema-registry';
import {
  id,
  identity,
  langParam,
  locale,
  optionalText,
  text,
  timestamps,
  verticalParam,
} from '../../http/primitives';
import { from } from '../../reading/plan/source';
import { liveProgram, typeOfLive } from '../../api/live/contract';
import { mediaFull, mediaWithText } from '../../catalogue/media';
import { productType } from '../../api/product/contract';
import {
  category,
  channelReference,
  greenTag,
  headVideo,
  mediaCard,
  protagonistReference,
  seoFull,
} from '../../catalogue/shared';

/** Which of a type's pages is meant. */
export const pageQuery = z.strictObject({ lang: langParam, vertical: verticalParam });

export type PageQuery = z.output<typeof pageQuery>;

export const pageErrors = defineErrors({
  PAGE_NOT_FOUND: {
    status: 404,
    message: {
      en: 'This page is not published for this business line in this language.',
      es: 'Esta página no está publicada para esta línea de negocio en este idioma.',
    },
  },
});

const page = <const Id extends string, const Path extends `/${string}`, R extends z.ZodType>(
  operationId: Id,
  path: Path,
  summary: string,
  response: R,
  read: ContractRead,
) =>
  endpoint({
    operationId,
    method: 'GET',
    path,
    tag: 'Pages',
    previewable: true,
    summary,
    query: pageQuery,
    reads: [read],
    response,
    errors: [pageErrors.PAGE_NOT_FOUND],
  });

const textWithImage = registerSchema(
  'TextWithImage',
  z.strictObject({ id, title: text, description: text, image: mediaWithText }),
);

const card = { greenTag, cardImage: mediaWithText.nullable() };
const people = {
  protagonists: z.array(protagonistReference),
  channels: z.array(channelReference),
};

// Home

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
  z.strictObject({ ...identity, name: text, logo: mediaWithText, greenTag }),
);

const seriesHome = registerSchema(
  'SeriesOnHome',
  z.strictObject({
    __component: z.literal('home.series-home'),
    id,
    serie: z.strictObject({
      ...identity,
      name: text,
      channels: z.array(channelReference),
      ...card,
    }),
  }),
);

const productHome = registerSchema(
  'ProductOnHome',
  z.strictObject({
    __component: z.literal('home.product-home'),
    id,
    product: z.strictObject({
      ...identity,
      title: text,
      type: productType,
      header: z
        .strictObject({
          id,
          modality: text,
          duration: text,
          language: from(z.array(z.string()), {
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
  }),
);

const liveHome = registerSchema(
  'LiveOnHome',
  z.strictObject({
    __component: z.literal('home.live-home'),
    id,
    live: z.strictObject({
      ...identity,
      title: text,
      program: z.array(liveProgram),
      typeOfLive: typeOfLive.nullable(),
      image: mediaWithText,
      ...people,
      greenTag,
    }),
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

export const getHomePage = page(
  'getHomePage',
  '/home-pages/full-populate',
  'Home page',
  registerSchema('HomePageAnswer', dataOf(homePage)),
  { uid: 'api::home-page.home-page', form: homePage },
);

// In-person courses, books, contents

const banner = registerSchema(
  'Banner',
  z.strictObject({
    id,
    description: text,
    link: text,
    backgroundMedia: mediaFull,
    icon: mediaFull.nullable(),
  }),
);

const shelfProduct = registerSchema(
  'ShelfProduct',
  z.strictObject({
    ...identity,
    title: text,
    SKU: text,
    slug: text,
    payID: text,
    type: productType,
    isSoon: z.boolean().nullable(),
    purchaseType: optionalText,
    categories: z.array(category),
    header: z.strictObject({ id, modality: text }).nullable(),
    ...people,
    ...card,
  }),
);

const shelf = registerSchema(
  'Shelf',
  z.strictObject({
    id,
    title: text,
    category: registerSchema(
      'ShelfCategory',
      z.strictObject({ ...identity, name: text, slug: text, ...timestamps, locale }),
    ),
    products: z.array(shelfProduct),
  }),
);

const shelves = {
  media: z.array(banner),
  courseList: z.array(shelf),
  seo: seoFull,
};

export const presentialsPage = registerSchema(
  'PresentialsPage',
  z.strictObject({ ...identity, ...timestamps, locale, ...shelves }),
);

/** The books and the contents page have one form. */
export const shelvesPage = registerSchema(
  'ShelvesPage',
  z.strictObject({ ...identity, ...shelves }),
);

const shelvesAnswer = registerSchema(
  'ShelvesPageAnswer',
  z.strictObject({ status: z.literal(200), data: shelvesPage }),
);

export const getPresentialsPage = page(
  'getPresentialsPage',
  '/presentials-page/presentials',
  'In-person courses page',
  registerSchema('PresentialsPageAnswer', dataOf(presentialsPage)),
  { uid: 'api::presentials-page.presentials-page', form: presentialsPage },
);

export const getBooksPage = page('getBooksPage', '/get-books-page', 'Books page', shelvesAnswer, {
  uid: 'api::books-page.books-page',
  form: shelvesPage,
});

export const getContentsPage = page(
  'getContentsPage',
  '/contents-page/getContentPage',
  'Contents page',
  registerSchema('ContentsPageAnswer', dataOf(shelvesPage)),
  { uid: 'api::contents-page.contents-page', form: shelvesPage },
);

// Company

export const companyPage = registerSchema(
  'CompanyPage',
  z.strictObject({
    ...identity,
    ImpactText: text,
    header: textWithImage,
    cardBody: textWithImage,
    FeatureImage: z.array(mediaWithText),
    protagonists: z.array(
      registerSchema(
        'TeamMember',
        z.strictObject({
          id,
          name: text,
          workPosition: text,
          link: text,
          cv: text,
          image: z.array(mediaWithText),
        }),
      ),
    ),
  }),
);

export const getCompanyPage = page(
  'getCompanyPage',
  '/company-pages',
  'Company page',
  registerSchema('CompanyPageAnswer', dataOf(companyPage)),
  { uid: 'api::company-page.company-page', form: companyPage },
);

// Channels

const mediaUrl = (attribute: string) =>
  from(z.string(), { kind: 'pluck', attribute, field: 'url' });

export const channelsPage = registerSchema(
  'ChannelsPage',
  z.strictObject({
    carousel: z.array(
      registerSchema(
        'CarouselSlide',
        z.strictObject({
          backgroundMediaUrl: mediaUrl('backgroundMedia'),
          link: text,
          iconUrl: mediaUrl('icon'),
          description: text,
        }),
      ),
    ),
    channels: z.array(
      registerSchema(
        'PresentedChannel',
        z.strictObject({
          ...identity,
          name: text,
          slug: optionalText,
          description: text,
          logo: mediaFull,
          seo: seoFull,
          greenTag,
          headVideo,
          backgroundImage: mediaFull.nullable(),
          mediaCard: z.array(mediaCard),
        }),
      ),
    ),
  }),
);

export const getChannelsPage = page(
  'getChannelsPage',
  '/channels-page/channels',
  'Channels page',
  registerSchema('ChannelsPageAnswer', dataOf(channelsPage)),
  { uid: 'api::channels-page.channels-page', form: channelsPage },
);

// Platform

export const platformPage = registerSchema(
  'PlatformPage',
  z.strictObject({
    ...identity,
    middleTitle: text,
    header: textWithImage,
    body: z.array(textWithImage),
  }),
);

export const getPlatformPage = page(
  'getPlatformPage',
  '/platform-pages',
  'Platform page',
  platformPage,
  { uid: 'api::platform-page.platform-page', form: platformPage },
);
