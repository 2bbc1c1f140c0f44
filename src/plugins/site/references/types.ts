import { z } from '@strapi/utils';
import { verticalSlugs } from '../../../catalogue/shared';
import { sluggedTypes } from '../../../catalogue/slugged-types';
import { registerSchema } from '../../../platform/http/openapi/schema-registry';
import { locale, optionalText, text, timestamp } from '../../../platform/http/primitives';
import { mapFrom } from '../../../delivery/plan/field-source';

const lines = z
  .array(z.string())
  .describe('Slugs of its business lines; missing where the type belongs to none.');

/** Language version of a document in the response. */
const language = registerSchema(
  'ReferenceLanguage',
  z.strictObject({
    locale,
    slug: optionalText.describe('Null where an editor has given none; nothing leads there.'),
    title: text,
    updatedAt: timestamp,
    vertical: lines.optional(),
  }),
);

/** Document with all of its languages, or the requested one. */
export const reference = registerSchema(
  'Reference',
  z.strictObject({
    uid: z.enum(sluggedTypes).describe('The type.'),
    documentId: text,
    languages: z.array(language),
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

export const onlyLine = mapFrom(z.array(z.string()), {
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
