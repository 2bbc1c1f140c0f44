import { z } from '@strapi/utils';
import { catalogueErrors } from '#catalogue/errors';
import { mediaShort } from '#catalogue/media';
import { defineEndpoint } from '#platform/http/endpoint';
import { defineErrors } from '#platform/http/errors';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { dataOf, listOf, listQuery } from '#platform/http/pagination';
import { documentId, locale, optionalText, text, timestamp } from '#platform/http/primitives';
import { sluggedTypes } from '#catalogue/slugged-types';
import { verticalSlugs } from '#catalogue/shared';
import { mapFrom } from '#delivery/plan/field-source';

const lines = z
  .array(z.string())
  .describe('Slugs of its business lines; missing where the type belongs to none.');

/** Language version of a document in the response. */
const languageVersion = registerSchema(
  'ReferenceLanguage',
  z.strictObject({
    locale,
    slug: optionalText.describe('Null: the entry has no slug, and no address.'),
    title: text,
    updatedAt: timestamp,
    vertical: lines.optional(),
  }),
);

/** Document with all of its languages, or the requested one. */
const reference = registerSchema(
  'Reference',
  z.strictObject({
    uid: z.enum(sluggedTypes).describe('The type.'),
    documentId: text,
    languages: z.array(languageVersion),
  }),
);

export type Reference = z.output<typeof reference>;

/** Returns the form in which a type is read: the response's form with the type's attributes. */
const form = (title: 'title' | 'name') =>
  z.strictObject({
    locale,
    slug: optionalText,
    title: mapFrom(text, { kind: 'attribute', name: title }),
    updatedAt: timestamp,
  });

const onlyLine = mapFrom(z.array(z.string()), {
  kind: 'pluck',
  attribute: 'vertical',
  field: 'slug',
});

/** Types with slugs: the form in which they are read, and their relation to business lines. */
export const referenceTypes = {
  'api::product.product': {
    form: form('title').extend({ vertical: verticalSlugs }),
    lines: 'verticals',
  },
  'api::channel.channel': {
    form: form('name').extend({ vertical: verticalSlugs }),
    lines: 'verticals',
  },
  'api::series.series': {
    form: form('name').extend({ vertical: verticalSlugs }),
    lines: 'verticals',
  },
  'api::episode.episode': { form: form('name'), lines: null },
  'api::protagonist.protagonist': { form: form('name'), lines: null },
  'api::live.live': { form: form('title').extend({ vertical: onlyLine }), lines: 'vertical' },
  'api::category.category': { form: form('name'), lines: null },
} as const satisfies Record<(typeof sluggedTypes)[number], object>;

export type ReferenceUid = keyof typeof referenceTypes;

const TAG = 'Finding';

export const referenceErrors = defineErrors({
  REFERENCE_NOT_FOUND: {
    status: 404,
    message: {
      en: 'Nothing with this documentId is published.',
      es: 'No hay nada publicado con este documentId.',
    },
  },
});

const reads = sluggedTypes.map((uid) => {
  const { form, lines } = referenceTypes[uid];
  return { uid, form, selects: ['slug', ...(lines === null ? [] : [`${lines}.slug`])] };
});

export const listReferences = defineEndpoint({
  operationId: 'listReferences',
  method: 'GET',
  path: '/references',
  tag: TAG,
  summary: 'Slug and title of every entry of a type, in every language',
  description:
    'For links, alternates, static paths and sitemaps, without reading whole lists. Each entry is listed ' +
    'once, with its languages. `lang` keeps only that language, `vertical` only entries of that business ' +
    'line. Neither affects types without languages or business lines. A page counts entries.',
  query: listQuery.extend({ uid: z.enum(sluggedTypes).describe('The type.') }),
  reads,
  example: {
    query: { uid: 'api::series.series', vertical: 'psicologia', lang: 'es', page: 1, pageSize: 10 },
  },
  response: registerSchema('ReferenceList', listOf(reference)),
  errors: [catalogueErrors.VERTICAL_NOT_FOUND, catalogueErrors.LANGUAGE_NOT_FOUND],
});

export const getReference = defineEndpoint({
  operationId: 'getReference',
  method: 'GET',
  path: '/references/:documentId',
  tag: TAG,
  summary: 'Slug and title of one entry, in every language',
  description: 'The entry can be of any type: a `documentId` is unique across all types.',
  params: z.strictObject({ documentId: z.string().regex(/^[a-z0-9]{1,32}$/) }),
  reads,
  example: { params: { documentId: 'sample6cdvi6kv5426km3qeg' } },
  response: registerSchema('ReferenceAnswer', dataOf(reference)),
  errors: [referenceErrors.REFERENCE_NOT_FOUND],
});

/** Form in which lines are read. The setting applies if a line has no currency. */
export const businessLineRow = z.strictObject({
  documentId,
  slug: text,
  name: text,
  isDefault: z.boolean(),
  defaultLang: text,
  currency: optionalText,
  color: optionalText,
  logo: mediaShort.nullable(),
  order: z.int(),
});

/** Home page of a business line in a language, which is one of the line's languages. */
export const homePageRow = z.strictObject({ locale, vertical: onlyLine });

const pattern = text.describe('Path with `{slug}`, and optionally `{lang}` and `{type}`.');

const patterns = registerSchema(
  'SitePatterns',
  z.strictObject({
    product: pattern,
    channel: pattern,
    series: pattern,
    episode: pattern,
    protagonist: pattern,
    live: pattern,
  }),
);

const businessLine = registerSchema(
  'BusinessLine',
  z.strictObject({
    ...businessLineRow.shape,
    site: optionalText.describe('Address of its website; null where editors have given none.'),
    languages: z
      .array(text)
      .describe('Codes of the languages of its home page, `defaultLang` first.'),
    patterns: patterns.describe('Addresses of its entries below `site`, by type.'),
    timeZone: text.describe('IANA name of the time zone of hours in programmes of lives.'),
    paymentAccounts: z
      .array(text)
      .describe('Names of the payment accounts: `origin` of a checkout, `payCrm` of a product.'),
    currency: text.describe(
      'Currency of `fullPrice`, `tuitionPrice` and `instalmentsPrice` in this line, as an ISO 4217 code.',
    ),
  }),
);

export const listBusinessLines = defineEndpoint({
  operationId: 'listBusinessLines',
  method: 'GET',
  path: '/business-lines',
  tag: TAG,
  summary: 'The business lines',
  description:
    'Lists business lines in the order of the editors. Other endpoints accept their slugs as `vertical`.',
  reads: [
    { uid: 'api::vertical.vertical', form: businessLineRow, selects: ['order', 'slug'] },
    { uid: 'api::home-page.home-page', form: homePageRow, selects: ['locale'] },
  ],
  response: registerSchema('BusinessLineList', listOf(businessLine)),
});

/** Form in which languages are read. The default language is a setting. */
export const languageRow = z.strictObject({ code: text, name: text });

const language = registerSchema(
  'Language',
  z.strictObject({
    ...languageRow.shape,
    isDefault: z.boolean().describe('Whether it applies to requests without a language.'),
  }),
);

export const listLanguages = defineEndpoint({
  operationId: 'listLanguages',
  method: 'GET',
  path: '/languages',
  tag: TAG,
  summary: 'The languages of the catalogue',
  description: 'Sorted by their codes. Other endpoints take a code as `lang`.',
  reads: [{ uid: 'plugin::i18n.locale', form: languageRow }],
  response: registerSchema('LanguageList', listOf(language)),
});
