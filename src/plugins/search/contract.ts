import { z } from '@strapi/utils';
import {
  listParam,
  integerParam,
  documentId,
  locale,
  optionalText,
  text,
} from '#platform/http/primitives';
import { catalogueErrors } from '#catalogue/errors';
import { includeParam } from '#catalogue/card';
import { mediaShort } from '#catalogue/media';
import { productType, purchaseType, saleStop } from '#catalogue/product-type';
import { productFilters, productKinds, productSortValues } from '#catalogue/product-filters';
import { commonErrors } from '#platform/http/common-errors';
import { defineEndpoint } from '#platform/http/endpoint';
import { defineErrors } from '#platform/http/errors';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { listQuery, pagination } from '#platform/http/pagination';
import { verticalSlugs, markTranslated } from '#catalogue/shared';
import { mapFrom } from '#delivery/plan/field-source';

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

export const searchErrors = defineErrors({
  SEARCH_UNAVAILABLE: {
    status: 503,
    retryAfter: 10,
    message: {
      en: 'Search is unavailable: its index is being built, or the database lacks an extension.',
      es: 'La búsqueda no está disponible: se está creando su índice, o a la base de datos le falta una extensión.',
    },
  },
});

const marked = optionalText.describe(
  'HTML: the escaped text, with matches between `<mark>` and `</mark>` and no other tags. Null in requests without a search text.',
);

const hit = registerSchema(
  'SearchHit',
  z.strictObject({
    type: z.enum(foundKinds),
    documentId,
    locale,
    slug: optionalText,
    title: text,
    image: mediaShort.nullable(),
    vertical: z
      .array(z.string())
      .optional()
      .describe('Slugs of its business lines; absent if the type has none.'),
    productType: productType.optional(),
    fullPrice: z.number().nullable().optional(),
    tuitionPrice: z.number().nullable().optional(),
    instalmentsPrice: z.number().nullable().optional(),
    purchaseType: purchaseType
      .optional()
      .describe('Defines the meaning of the three prices, like `purchaseType` of `ProductDetail`.'),
    isOffSale: saleStop.isOffSale.optional(),
    offSaleText: saleStop.offSaleText.optional(),
    onSaleAgainAt: saleStop.onSaleAgainAt.optional(),
    highlight: z.strictObject({ title: marked, text: marked }),
  }),
);

const count = z
  .int()
  .describe('Results with this value, regardless of the parameter of this property.');

const referred = registerSchema(
  'SearchFacetEntry',
  z.strictObject({ documentId, slug: optionalText, name: text, count }),
);

const facets = registerSchema(
  'SearchFacets',
  z
    .strictObject({
      type: z.array(z.strictObject({ value: z.enum(foundKinds), count })),
      productType: z.array(z.strictObject({ value: productType.unwrap(), count })),
      category: z.array(referred),
      channel: z.array(referred),
      protagonist: z.array(referred),
      vertical: z.array(referred),
      price: z
        .strictObject({ min: z.number(), max: z.number() })
        .nullable()
        .describe('Null where no result has a price.'),
    })
    .describe('Counts per value: at most fifty values per property, the most frequent first.'),
);

const { VERTICAL_NOT_FOUND, LANGUAGE_NOT_FOUND } = catalogueErrors;

export const search = defineEndpoint({
  operationId: 'search',
  method: 'GET',
  path: '/search',
  tag: 'Finding',
  summary: 'Full-text search across the catalogue',
  description:
    'Finds products, series and protagonists in `lang`, otherwise in the default language, and channels, ' +
    'lives and episodes in every language. Accents, case and inflection do not matter. `"exact phrases"`, ' +
    '`or` and `-without` work, and no text is an error. Without `q` all entries are listed, for example to ' +
    'show facets first. If nothing is found, unknown words are replaced by the most similar known ones, and ' +
    '`meta.correctedTo` contains the new text. `vertical` does not affect types without business lines.',
  query: listQuery.extend({
    pageSize: integerParam({ min: 1, max: 50 })
      .optional()
      .describe('Results per page. Default: 25.'),
    // Titles have up to 255 characters; search operators add some.
    q: z.string().trim().max(600).optional().describe('Search text.'),
    kind: z
      .enum(productKinds)
      .optional()
      .describe(
        'Searches only the products of one list: books, courses or masters. Facets count only these products.',
      ),
    type: listParam(z.enum(foundKinds), { isOnceSingle: true })
      .optional()
      .describe('Only entries of these types.'),
    productType: listParam(productType.unwrap(), { isOnceSingle: true })
      .optional()
      .describe('Only products of these types.'),
    ...productFilters,
    sort: z
      .enum(['relevance', ...productSortValues])
      .optional()
      .describe(
        '`relevance` is the default; without `q` it equals `position`: by type, then in the order of the ' +
          'catalogue. The other orders are those of product lists. Entries without a price come last.',
      ),
    include: includeParam,
  }),
  example: { query: { q: 'suturas', lang: 'es', vertical: 'medicina', page: 1, pageSize: 2 } },
  reads: [
    ...foundKinds.map((kind) => ({
      uid: foundTypes[kind],
      form: foundForms[kind],
      selects: ['slug'],
    })),
    ...['api::category.category', 'api::vertical.vertical'].map((uid) => ({
      uid,
      form: z.strictObject({ slug: optionalText, name: text }),
      selects: ['slug'],
    })),
  ],
  response: registerSchema(
    'SearchAnswer',
    z.strictObject({
      data: z.array(hit),
      meta: z.strictObject({
        pagination,
        correctedTo: optionalText.describe(
          'Corrected search text, used because the original found nothing.',
        ),
        suggestions: z.array(z.string()).describe('Titles that complete the search text.'),
        facets,
      }),
    }),
  ),
  errors: [
    VERTICAL_NOT_FOUND,
    LANGUAGE_NOT_FOUND,
    commonErrors.TOO_MANY_REQUESTS,
    searchErrors.SEARCH_UNAVAILABLE,
  ],
});
