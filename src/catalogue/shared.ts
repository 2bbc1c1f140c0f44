import { z } from '@strapi/utils';
import './field-descriptions';
import { registerSchema } from '../platform/http/openapi/schema-registry';
import { withCard } from './card';
import { mapFrom } from '../delivery/plan/field-source';
import { documentId, id, identity, optionalText, text } from '../platform/http/primitives';
import { mediaFull, mediaShort } from './media';
import { markTranslated } from './translated-texts';

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
