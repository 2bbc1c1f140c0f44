import { z } from '@strapi/utils';
import { catalogueErrors } from '#catalogue/errors';
import { markTranslated, channelReference, greenTag, seo } from '#catalogue/shared';
import { cardQuery, withCard } from '#catalogue/card';
import { defineEndpoint } from '#platform/http/endpoint';
import { dataOf } from '#platform/http/pagination';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import {
  identity,
  langParam,
  markdownText,
  optionalText,
  slugParam,
  text,
} from '#platform/http/primitives';
import { mapFrom } from '#delivery/plan/field-source';
import { mediaShort } from '#catalogue/media';
import { productType, productTypes, type ProductKind } from '#catalogue/product-type';

/** The card form that a protagonist's courses, masters, series and lives share. */
const card = <T extends z.ZodType, I extends z.ZodType>(
  title: T,
  cardImage: I,
  type: z.ZodNullable = optionalText,
) =>
  z.strictObject(
    withCard(
      { ...identity, title, cardImage, greenTag, channels: z.array(channelReference) },
      type,
    ),
  );

const cardImage = mediaShort.nullable();
const productCard = registerSchema('ProductCard', card(text, cardImage, productType));
const seriesCard = registerSchema(
  'SeriesCard',
  card(mapFrom(text, { kind: 'attribute', name: 'name' }), cardImage),
);
const liveCard = registerSchema(
  'LiveCard',
  card(markTranslated(text), mapFrom(cardImage, { kind: 'attribute', name: 'image' })),
);

const sort = ['order', 'documentId'];

const mapProducts = (kind: ProductKind) =>
  mapFrom(z.array(productCard), {
    kind: 'attribute',
    name: 'products',
    where: { attribute: 'type', oneOf: productTypes[kind] },
    sort,
  });

export const protagonist = registerSchema(
  'Protagonist',
  z.strictObject(
    withCard({
      ...identity,
      name: text,
      cv: markdownText,
      image: mediaShort,
      greenTag,
      seo,
      courses: mapProducts('course'),
      masters: mapProducts('master'),
      series: mapFrom(z.array(seriesCard), { kind: 'attribute', name: 'series', sort }),
      lives: mapFrom(z.array(liveCard), {
        kind: 'referencedBy',
        uid: 'api::live.live',
        via: 'protagonists',
        sort,
      }),
    }),
  ),
);

export const getProtagonist = defineEndpoint({
  operationId: 'getProtagonist',
  method: 'GET',
  path: '/protagonist/:slug/:lang',
  tag: 'Catalogue',
  previewable: true,
  summary: 'One protagonist with their products, series and lives',
  description:
    'Contains the courses, masters and series that are published in the language. Lives have no language.',
  params: z.strictObject({ slug: slugParam, lang: langParam }),
  query: cardQuery,
  example: { params: { slug: 'david-okafor', lang: 'es' } },
  reads: [{ uid: 'api::protagonist.protagonist', form: protagonist, selects: ['slug'] }],
  response: registerSchema('ProtagonistAnswer', dataOf(protagonist)),
  errors: [catalogueErrors.PROTAGONIST_NOT_FOUND],
});
