import { z } from '@strapi/utils';
import { catalogueErrors } from '#catalogue/errors';
import { defineEndpoint } from '#platform/http/endpoint';
import { defineErrors } from '#platform/http/errors';
import {
  langParam,
  verticalParam,
  documentId,
  locale,
  optionalText,
  text,
  timestamp,
} from '#platform/http/primitives';
import { productType } from '#catalogue/product-type';
import { verticalSlugs, markTranslated } from '#catalogue/shared';
import { mapFrom } from '#delivery/plan/field-source';

/** Form of a picture in a described entry. */
const picture = z.strictObject({
  url: text,
  isUrlSigned: z.boolean(),
  hash: text,
  ext: optionalText,
});

export type Picture = z.output<typeof picture>;

const person = z.strictObject({ name: text, slug: text });

export type NamedPerson = z.output<typeof person>;

const organisation = z.strictObject({ name: markTranslated(text) });

const description = mapFrom(z.string().nullable(), {
  kind: 'pluck',
  attribute: 'seo',
  field: 'description',
});

export const productForm = z.strictObject({
  documentId,
  locale: text,
  slug: text,
  title: text,
  type: productType,
  SKU: text,
  isSoon: z.boolean().nullable(),
  isOffSale: z.boolean().nullable(),
  onSaleAgainAt: timestamp.nullable(),
  description,
  presentation: optionalText,
  cardImage: picture.nullable(),
  fullPrice: z.number().nullable(),
  tuitionPrice: z.number().nullable(),
  instalmentsPrice: z.number().nullable(),
  purchaseType: optionalText,
  header: z
    .strictObject({
      modality: z.enum(['Online', 'Presencial']),
      duration: text,
      certificate: z.boolean(),
      language: mapFrom(z.array(z.string()), {
        kind: 'pluck',
        attribute: 'language',
        field: 'name',
      }),
      level: text,
      credits: optionalText,
      universityDegree: optionalText,
    })
    .nullable(),
  bookDetails: z
    .strictObject({
      author: text,
      publicationYear: z.int().nullable(),
      numberOfPages: z.int().nullable(),
      edition: text,
      language: text,
      ISBN: text,
      synopsis: text,
      editorial: optionalText,
      format: z.enum(['Physical', 'Digital']),
    })
    .nullable(),
  protagonists: z.array(person),
  channels: z.array(organisation),
  vertical: verticalSlugs,
});

export type ProductRead = z.output<typeof productForm>;

export const liveForm = z.strictObject({
  documentId,
  slug: text,
  title: markTranslated(text),
  image: picture,
  typeOfLive: z.strictObject({ typeLive: text, startDate: timestamp }).nullable(),
  program: markTranslated(
    z.array(
      z.strictObject({
        title: text,
        row: z.array(
          z.strictObject({
            hour: optionalText,
            about: optionalText,
            protagonists: z.array(person),
          }),
        ),
      }),
    ),
  ),
  protagonists: z.array(person),
  vertical: mapFrom(z.array(z.string()), { kind: 'pluck', attribute: 'vertical', field: 'slug' }),
});

export type LiveRead = z.output<typeof liveForm>;

export const episodeForm = z.strictObject({
  documentId,
  slug: text,
  name: markTranslated(text),
  summary: markTranslated(text),
  duration: optionalText,
  language: text,
  createdAt: timestamp,
  image: picture,
  protagonists: z.array(person),
  series: z.array(z.strictObject({ name: text, slug: text, locale })),
});

export type EpisodeRead = z.output<typeof episodeForm>;

export const protagonistForm = z.strictObject({
  documentId,
  locale: text,
  slug: text,
  name: text,
  cv: text,
  description,
  image: picture,
});

export type ProtagonistRead = z.output<typeof protagonistForm>;

export const businessLine = z.strictObject({
  slug: text,
  name: text,
  isDefault: z.boolean(),
  defaultLang: text,
  currency: optionalText,
});

export type BusinessLineRead = z.output<typeof businessLine>;

export const jsonLdErrors = defineErrors({
  JSON_LD_NOT_FOUND: {
    status: 404,
    message: {
      en: 'No product, live, episode or protagonist with this documentId is published in this language and business line.',
      es: 'No hay ningún producto, directo, episodio o protagonista con este documentId publicado en este idioma y línea de negocio.',
    },
  },
});

export const getJsonLd = defineEndpoint({
  operationId: 'getJsonLd',
  method: 'GET',
  path: '/json-ld/:documentId',
  tag: 'Finding',
  summary: 'One entry as search engines read it',
  description:
    'JSON-LD in the vocabulary of schema.org, of a product (`Course`, `Book`), a live (`Event`), an episode (`VideoObject`) or a ' +
    'protagonist (`Person`). A page can put it into a script element unchanged. Without `lang` the default language applies, or one ' +
    'that the entry has; without `vertical` the first business line of the entry, or the default one. `url` ' +
    'is present if the business line has a site address.',
  params: z.strictObject({ documentId: z.string().regex(/^[a-z0-9]{1,32}$/) }),
  query: z.strictObject({ lang: langParam.optional(), vertical: verticalParam.optional() }),
  reads: [
    { uid: 'api::product.product', form: productForm },
    { uid: 'api::live.live', form: liveForm },
    { uid: 'api::episode.episode', form: episodeForm },
    { uid: 'api::protagonist.protagonist', form: protagonistForm },
    { uid: 'api::vertical.vertical', form: businessLine, selects: ['order', 'slug'] },
  ],
  example: {
    params: { documentId: 'sample6cdvi6kv5426km3qeg' },
    query: { lang: 'es', vertical: 'medicina' },
  },
  response: z.record(z.string(), z.unknown()),
  mediaTypes: ['application/ld+json'],
  errors: [
    catalogueErrors.VERTICAL_NOT_FOUND,
    catalogueErrors.LANGUAGE_NOT_FOUND,
    jsonLdErrors.JSON_LD_NOT_FOUND,
  ],
});
