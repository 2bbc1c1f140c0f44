import { z } from '@strapi/utils';
import { productType } from '../../../catalogue/product-type';
import { verticalSlugs } from '../../../catalogue/shared';
import {
  documentId,
  locale,
  optionalText,
  text,
  timestamp,
} from '../../../platform/http/primitives';
import { markTranslated } from '../../../catalogue/translated-texts';
import { mapFrom } from '../../../delivery/plan/field-source';

/** Form of a picture in a described entry. */

const picture = z.strictObject({
  url: text,
  isUrlSigned: z.boolean(),
  hash: text,
  ext: optionalText,
});

export type Picture = z.output<typeof picture>;

const person = z.strictObject({ name: text, slug: text });

export type Named = z.output<typeof person>;

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
