import { z } from '@strapi/utils';
import { verticalSlugs } from '../../../catalogue/shared';
import type { sluggedTypes } from '../../../catalogue/slugged-types';
import { registerSchema } from '../../../platform/http/openapi/schema-registry';
import { locale, optionalText, text, timestamp } from '../../../platform/http/primitives';
import { mapFrom } from '../../../delivery/plan/field-source';

const lines = z
  .array(z.string())
  .describe('Slugs of its business lines; missing where the type belongs to none.');

/** One language of a document, in the answer. */
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

/** A document with all of its languages, or the one that was asked for. */
export const reference = registerSchema(
  'Reference',
  z.strictObject({
    uid: z.string().describe('The type, as in `api::product.product`.'),
    documentId: text,
    languages: z.array(language),
  }),
);

export type Reference = z.output<typeof reference>;

/** How one language is read from a type: the answer's form, with the attributes that the type has. */
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

/** The types whose entries have slugs: how they are read, and by which attribute they belong to business lines. */
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
