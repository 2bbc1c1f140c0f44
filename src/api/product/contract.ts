import { z } from '@strapi/utils';
import { catalogueErrors } from '#catalogue/errors';
import { catalogueOrder } from '#catalogue/list-answer';
import { cardListQuery, cardQuery, includeDetailParam, includeOnlyOnCards } from '#catalogue/card';
import { defineEndpoint } from '#platform/http/endpoint';
import { dataOf, listOf, listQuery } from '#platform/http/pagination';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import {
  id,
  identity,
  langParam,
  optionalMarkdown,
  optionalText,
  slugParam,
  text,
  timestamp,
} from '#platform/http/primitives';
import { mapFrom } from '#delivery/plan/field-source';
import { mediaFull, mediaShort } from '#catalogue/media';
import { modality, productType, purchaseType, saleStop } from '#catalogue/product-type';
import { productFilters, productSortParam } from '#catalogue/product-filters';
import {
  category,
  channelReference,
  greenTag,
  protagonistReference,
  seo,
  seoFull,
  verticalSlugs,
} from '#catalogue/shared';

const optionalNumber = z.number().nullable();
const optionalFlag = z.boolean().nullable();

const header = registerSchema(
  'ProductHeader',
  z.strictObject({
    id,
    modality,
    duration: text,
    certificate: z.boolean(),
    language: mapFrom(z.array(z.string()), { kind: 'pluck', attribute: 'language', field: 'name' }),
    level: text,
    credits: optionalText,
    ebookNumber: z.int().nullable(),
    startingDate: text,
    lessonNumber: z.int(),
    appAvailable: optionalFlag,
    universityDegree: optionalText,
  }),
);

const bookDetails = registerSchema(
  'BookDetails',
  z.strictObject({
    id,
    author: text,
    publicationYear: z.int().nullable(),
    numberOfPages: z.int().nullable(),
    numberOfIllustrations: z.int().nullable(),
    bindingFormat: text,
    edition: text,
    language: text,
    ISBN: text,
    synopsis: text,
    description: text,
    chapterIndex: text,
    editorial: optionalText,
    format: z.enum(['Physical', 'Digital']),
    editorialEmail: optionalText,
  }),
);

const laabConnection = registerSchema(
  'LaabConnection',
  z.strictObject({
    id,
    title: optionalText,
    description: optionalText,
    link: optionalText,
  }),
);

const beforeMedia = {
  ...identity,
  SKU: text,
  locale: text,
  order: z.int(),
  publishedAt: timestamp,
  slug: text,
  payID: text.describe('The payment product, `productPayID` in checkout and prices.'),
  title: text,
  type: productType,
};

const references = {
  categories: z.array(category),
  protagonists: z.array(protagonistReference),
  channels: z.array(channelReference),
};

const sale = {
  fullPrice: optionalNumber.describe(
    'As editors wrote it, in the currency of the business line. The prices of checkout contain the charged amount.',
  ),
  tuitionPrice: optionalNumber.describe(
    'Reduced or enrolment price, as `purchaseType` decides. Paid in instalments: the enrolment fee, a part of `fullPrice`. ' +
      'Otherwise: the price to pay where it is lower than `fullPrice`, or stands alone.',
  ),
  numberLimitedPlaces: z.int().nullable(),
  laabConnection: laabConnection.nullable(),
};

const payment = {
  purchaseType: purchaseType.describe(
    'How it is paid: `single` by a `one_time` price of checkout, `subscription` by a `recurring` one without a number of instalments, ' +
      '`instalments` by a `recurring` one with a number. Null: by any, and in instalments where `instalmentsPrice` is above 0. ' +
      'The prices of a subscription are those of one period.',
  ),
  instalmentsPrice: optionalNumber.describe(
    'Amount of one instalment; without meaning if the product is not paid in instalments.',
  ),
};

const additional = {
  vertical: verticalSlugs,
  payCrm: optionalText.describe(
    'The payment account that sells it: `origin` in prices and checkout. Null: the caller chooses the account.',
  ),
  createdAt: timestamp,
  updatedAt: timestamp,
  acronym: optionalText,
  contract: optionalText,
  enrolButton: optionalText,
  formButton: optionalText,
  isSoon: optionalFlag,
  subjectData: optionalMarkdown,
  syllabus: optionalMarkdown,
  presentation: optionalMarkdown,
  objectives: optionalMarkdown,
  directed: optionalMarkdown,
  ...payment,
  presencialType: optionalText,
  limitedPlaces: optionalFlag,
  hasLaabConnection: optionalFlag,
};

/** A product in a list, or read by its id. */
export const product = registerSchema(
  'Product',
  z.strictObject({
    ...beforeMedia,
    mediaHeader: mediaShort.nullable(),
    cardImage: mediaShort.nullable(),
    ...references,
    header: header.nullable(),
    greenTag,
    seo: seo.nullable(),
    ...sale,
    bookDetails: bookDetails.nullable(),
    ...includeOnlyOnCards({ ...payment, ...saleStop }),
  }),
);

/** A product on its own page. */
export const productDetail = registerSchema(
  'ProductDetail',
  z.strictObject({
    ...beforeMedia,
    mediaHeader: mediaFull.nullable(),
    cardImage: mediaFull.nullable(),
    ...references,
    header: header.nullable(),
    greenTag,
    seo: seoFull.nullable(),
    ...sale,
    bookDetails: bookDetails.nullable(),
    ...additional,
    ...includeOnlyOnCards(saleStop),
  }),
);

/** A product in a preview, which shows in any case whether it is off sale. */
export const productPreview = z.strictObject({ ...productDetail.shape, ...saleStop });

const mediaById = registerSchema(
  'MediaOfProductById',
  mediaShort.extend(
    mediaFull.partial().required({ id: true, documentId: true, url: true, isUrlSigned: true })
      .shape,
  ),
);

/** A product read by its id: with `include=detail` a `productDetail`, otherwise a `product`. */
const productById = registerSchema(
  'ProductById',
  productDetail
    .partial()
    .extend({
      ...product.shape,
      mediaHeader: mediaById.nullable(),
      cardImage: mediaById.nullable(),
      seo: seo.extend({ image: mediaById.nullable() }).nullable(),
    })
    .describe(
      'With `include=detail` a `ProductDetail`, otherwise a `Product`. Optional fields are those of `ProductDetail` only.',
    ),
);

/** A product in a channel. */
export const channelProduct = registerSchema(
  'ChannelProduct',
  z.strictObject({
    ...beforeMedia,
    mediaHeader: mediaShort.nullable(),
    cardImage: mediaShort.nullable(),
    ...references,
    greenTag,
    seo: seo.nullable(),
    ...sale,
    ...additional,
    ...includeOnlyOnCards(saleStop),
  }),
);

const UID = 'api::product.product';

const { PRODUCT_NOT_FOUND, VERTICAL_NOT_FOUND, LANGUAGE_NOT_FOUND } = catalogueErrors;

const productList = registerSchema('ProductList', listOf(product));

const list = <const Id extends string, const Path extends `/${string}`>(
  operationId: Id,
  path: Path,
  summary: string,
) =>
  defineEndpoint({
    operationId,
    method: 'GET',
    path,
    tag: 'Catalogue',
    previewable: true,
    summary,
    description:
      'In catalogue order and in every language, unless a parameter narrows or sorts it. Unknown categories, channels and ' +
      'protagonists have no products. In a preview, filters and `sort` use published values.',
    query: listQuery.extend({
      ...productFilters,
      sort: productSortParam,
      ...cardListQuery(product),
    }),
    example: { query: { lang: 'es', vertical: 'medicina', page: 1, pageSize: 2 } },
    reads: [{ uid: UID, form: product, selects: [...catalogueOrder, 'type', 'verticals.slug'] }],
    response: productList,
    errors: [VERTICAL_NOT_FOUND, LANGUAGE_NOT_FOUND],
  });

export const listBooks = list('listBooks', '/products/books', 'Books');
export const listCourses = list('listCourses', '/products/courses', 'Courses');
export const listMasters = list('listMasters', '/products/masters', 'Masters');
export const listProducts = list('listProducts', '/products/allProducts', 'All products');

export const getProductBySlug = defineEndpoint({
  operationId: 'getProductBySlug',
  method: 'GET',
  path: '/products/productBySlug/:slug/:lang',
  tag: 'Catalogue',
  previewable: true,
  summary: 'One product, complete',
  description:
    'With the texts and the sale of its own page. The prices that a customer is charged are at `/checkout/prices`, the ' +
    'addresses in other languages at `/references/{documentId}`, the structured data at `/json-ld/{documentId}`.',
  params: z.strictObject({ slug: slugParam, lang: langParam }),
  query: cardQuery,
  example: { params: { slug: 'taller-de-suturas', lang: 'es' } },
  reads: [{ uid: UID, form: productDetail, selects: ['slug'] }],
  response: productDetail,
  errors: [PRODUCT_NOT_FOUND],
});

export const getProductById = defineEndpoint({
  operationId: 'getProductById',
  method: 'GET',
  path: '/products/productById/:id',
  tag: 'Catalogue',
  previewable: true,
  summary: 'One product by its id',
  description:
    'Takes a `documentId`, which never changes, or a numeric id of the published version or of the draft. ' +
    'Publishing a product again after it was unpublished changes its numeric id. Former numeric ids still ' +
    'find it. A `documentId` names all languages of ' +
    'a product; `lang` chooses one.',
  params: z.strictObject({ id: z.string().regex(/^[a-z0-9]{1,32}$/) }),
  query: z.strictObject({ lang: langParam.optional(), include: includeDetailParam }),
  example: { params: { id: 'sample6cdvi6kv5426km3qeg' }, query: { lang: 'es' } },
  reads: [
    { uid: UID, form: product },
    { uid: UID, form: productDetail },
  ],
  response: registerSchema('ProductAnswer', dataOf(productById)),
  errors: [PRODUCT_NOT_FOUND],
});
