import { z } from '@strapi/utils';
import { catalogueErrors } from '#catalogue/errors';
import { defineEndpoint } from '#platform/http/endpoint';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { listOf, listQuery } from '#platform/http/pagination';
import { documentId, locale, optionalText, text } from '#platform/http/primitives';
import { sluggedTypes } from '#catalogue/slugged-types';

const redirect = registerSchema(
  'Redirect',
  z.strictObject({
    uid: z.enum(sluggedTypes).describe('The type.'),
    documentId,
    locale,
    from: text.describe('A slug under which the entry was published.'),
    to: text.describe('The slug under which it is published now, in the same language.'),
  }),
);

export const listRedirects = defineEndpoint({
  operationId: 'listRedirects',
  method: 'GET',
  path: '/redirects',
  tag: 'Finding',
  summary: 'Former and current slugs of published entries',
  description:
    'Each former slug leads to the current one, never to another former slug. A slug that another entry uses ' +
    'now belongs to that entry. `lang` does not affect types without languages.',
  query: listQuery
    .omit({ vertical: true })
    .extend({ uid: z.enum(sluggedTypes).optional().describe('The type.') }),
  // `selects`: attribute whose changes invalidate the response.
  example: { query: { uid: 'api::product.product', page: 1, pageSize: 25 } },
  reads: sluggedTypes.map((uid) => ({
    uid,
    form: z.strictObject({ slug: optionalText }),
    selects: ['slug'],
  })),
  response: registerSchema('RedirectList', listOf(redirect)),
  errors: [catalogueErrors.LANGUAGE_NOT_FOUND],
});
