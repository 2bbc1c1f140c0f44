import { z } from '@strapi/utils';
import { mapFrom } from '#delivery/plan/field-source';
import './field-descriptions';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { withCard } from './card';
import { documentId, id, identity, optionalText, text } from '#platform/http/primitives';
import { mediaFull, mediaShort, mediaWithText } from './media';

/**
 * Marks a text, or components with texts, of a document without locales as translated. The response
 * contains the request's `lang` where a translation exists, and the original otherwise.
 *
 * @param name attribute, if the response names it otherwise
 */
export const markTranslated = <T extends z.ZodType>(schema: T, name?: string): T =>
  mapFrom(schema, { kind: 'translation', within: 'texts', ...(name !== undefined && { name }) });

/** Description of endpoints that select texts by `lang`. */
export const describeLanguages =
  'Texts without a translation, and all texts without `lang`, are in the default language.';

export const greenTag = registerSchema(
  'GreenTag',
  z.strictObject({ id, greenTag: z.enum(['TENDENCIA', 'TOP 10', 'PREMIUM', 'PROMOCIÓN']) }),
).nullable();

const seoTexts = { id, title: optionalText, description: optionalText, author: text };

export const seo = registerSchema(
  'Seo',
  z.strictObject({ ...seoTexts, image: mediaShort.nullable() }),
);
export const seoFull = registerSchema(
  'SeoWithMedia',
  z.strictObject({ ...seoTexts, image: mediaFull.nullable() }),
);

export const category = registerSchema(
  'Category',
  z.strictObject(withCard({ ...identity, name: text })),
);

export const protagonistReference = registerSchema(
  'ProtagonistReference',
  z.strictObject(withCard({ ...identity, name: text })),
);

/** Kind of a channel. */
export const channelType = z.enum(['University', 'Partner']);

export const channelReference = registerSchema(
  'ChannelReference',
  z.strictObject(
    withCard(
      { id, documentId, name: markTranslated(text), logo: mediaShort, greenTag },
      channelType.nullable(),
    ),
  ),
);

export const headVideo = registerSchema(
  'HeadVideo',
  z.strictObject({ id, title: text, m3u8Link: optionalText, company: optionalText }),
);

export const mediaCard = registerSchema('MediaCard', z.strictObject({ id, sliderName: text }));

/** The slugs of the business lines that an entry belongs to. */
export const verticalSlugs = mapFrom(z.array(z.string()), {
  kind: 'pluck',
  attribute: 'verticals',
  field: 'slug',
  sort: ['order', 'slug'],
});

/** Parts that several pages share in the same form. */
export const textWithImage = registerSchema(
  'TextWithImage',
  z.strictObject({ id, title: text, description: text, image: mediaWithText }),
);

export const card = { greenTag, cardImage: mediaWithText.nullable() };
export const people = {
  protagonists: z.array(protagonistReference),
  channels: z.array(channelReference),
};
