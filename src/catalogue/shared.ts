import { z } from '@strapi/utils';
import { named } from '../http/openapi/schema-registry';
import { from } from '../reading/plan/source';
import { documentId, id, identity, optionalText, text } from '../http/primitives';
import { mediaFull, mediaShort } from './media';

export const greenTag = named('GreenTag', z.strictObject({ id, greenTag: text })).nullable();

const seoTexts = { id, title: optionalText, description: optionalText, author: text };

export const seo = named('Seo', z.strictObject({ ...seoTexts, image: mediaShort.nullable() }));
export const seoFull = named(
  'SeoWithMedia',
  z.strictObject({ ...seoTexts, image: mediaFull.nullable() }),
);

export const category = named('Category', z.strictObject({ ...identity, name: text }));

export const protagonistReference = named(
  'ProtagonistReference',
  z.strictObject({ ...identity, name: text }),
);

export const channelReference = named(
  'ChannelReference',
  z.strictObject({ id, documentId, name: text, logo: mediaShort, greenTag }),
);

export const headVideo = named(
  'HeadVideo',
  z.strictObject({ id, title: text, m3u8Link: optionalText, company: optionalText }),
);

export const mediaCard = named('MediaCard', z.strictObject({ id, sliderName: text }));

/** The slugs of the business lines something belongs to. */
export const verticalSlugs = from(z.array(z.string()), {
  kind: 'pluck',
  attribute: 'verticals',
  field: 'slug',
  sort: ['order', 'slug'],
});
