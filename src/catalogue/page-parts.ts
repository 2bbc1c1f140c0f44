import { z } from '@strapi/utils';
import { registerSchema } from '../platform/http/openapi/schema-registry';
import { id, text } from '../platform/http/primitives';
import { mediaWithText } from './media';
import { channelReference, greenTag, protagonistReference } from './shared';

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
