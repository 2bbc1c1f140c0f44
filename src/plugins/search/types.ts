import { z } from '@strapi/utils';
import { mediaShort } from '../../catalogue/media';
import { productType, purchaseType, saleStop } from '../../catalogue/product-type';
import { verticalSlugs } from '../../catalogue/shared';
import { locale, optionalText, text } from '../../platform/http/primitives';
import { markTranslated } from '../../catalogue/translated-texts';
import { mapFrom } from '../../delivery/plan/field-source';

/** Types of the results by the values of the parameter `type`. */
export const foundTypes = {
  product: 'api::product.product',
  series: 'api::series.series',
  live: 'api::live.live',
  protagonist: 'api::protagonist.protagonist',
  channel: 'api::channel.channel',
  episode: 'api::episode.episode',
} as const;

export type FoundKind = keyof typeof foundTypes;

export const foundKinds = [
  'product',
  'series',
  'live',
  'protagonist',
  'channel',
  'episode',
] as const satisfies readonly FoundKind[];

const picture = (name: string) => mapFrom(mediaShort.nullable(), { kind: 'attribute', name });

const form = (title: 'title' | 'name', image: string) =>
  z.strictObject({
    locale,
    slug: optionalText,
    title: mapFrom(text, { kind: 'attribute', name: title }),
    image: picture(image),
  });

const onlyLine = mapFrom(z.array(z.string()), {
  kind: 'pluck',
  attribute: 'vertical',
  field: 'slug',
});

const price = z.number().nullable();

/** Format of the results of each kind, with the attributes that they are read from. */
export const foundForms = {
  product: form('title', 'cardImage').extend({
    vertical: verticalSlugs,
    productType: mapFrom(productType, { kind: 'attribute', name: 'type' }),
    fullPrice: price,
    tuitionPrice: price,
    instalmentsPrice: price,
    purchaseType,
    ...saleStop,
  }),
  series: form('name', 'image').extend({ vertical: verticalSlugs }),
  live: form('title', 'image').extend({ title: markTranslated(text), vertical: onlyLine }),
  protagonist: form('name', 'image'),
  channel: form('name', 'logo').extend({
    title: markTranslated(text, 'name'),
    vertical: verticalSlugs,
  }),
  episode: form('name', 'image').extend({ title: markTranslated(text, 'name') }),
} as const satisfies Record<FoundKind, z.ZodType>;
