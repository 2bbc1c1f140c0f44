import { z } from '@strapi/utils';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { identity, text } from '#platform/http/primitives';
import { definePageEndpoint } from '#catalogue/page';
import { textWithImage } from '#catalogue/shared';

export const platformPage = registerSchema(
  'PlatformPage',
  z.strictObject({
    ...identity,
    middleTitle: text,
    header: textWithImage,
    body: z.array(textWithImage),
  }),
);

export const getPlatformPage = definePageEndpoint(
  'getPlatformPage',
  '/platform-pages',
  'Platform page',
  platformPage,
  { uid: 'api::platform-page.platform-page', form: platformPage },
);
