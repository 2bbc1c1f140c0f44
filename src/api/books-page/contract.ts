import { z } from '@strapi/utils';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { definePageEndpoint } from '#catalogue/page';
import { shelvesPage } from '#catalogue/shelves-page';

const shelvesAnswer = registerSchema(
  'ShelvesPageAnswer',
  z.strictObject({ status: z.literal(200), data: shelvesPage }),
);

export const getBooksPage = definePageEndpoint(
  'getBooksPage',
  '/get-books-page',
  'Books page',
  shelvesAnswer,
  {
    uid: 'api::books-page.books-page',
    form: shelvesPage,
  },
);
