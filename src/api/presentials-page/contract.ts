import { z } from '@strapi/utils';
import { dataOf } from '#platform/http/pagination';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { identity, locale, timestamps } from '#platform/http/primitives';
import { definePageEndpoint } from '#catalogue/page';
import { shelves } from '#catalogue/shelves-page';

export const presentialsPage = registerSchema(
  'PresentialsPage',
  z.strictObject({ ...identity, ...timestamps, locale, ...shelves }),
);

export const getPresentialsPage = definePageEndpoint(
  'getPresentialsPage',
  '/presentials-page/presentials',
  'In-person courses page',
  registerSchema('PresentialsPageAnswer', dataOf(presentialsPage)),
  { uid: 'api::presentials-page.presentials-page', form: presentialsPage },
);
