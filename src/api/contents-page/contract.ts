import { dataOf } from '#platform/http/pagination';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { definePageEndpoint } from '#catalogue/page';
import { shelvesPage } from '#catalogue/shelves-page';

export const getContentsPage = definePageEndpoint(
  'getContentsPage',
  '/contents-page/getContentPage',
  'Contents page',
  registerSchema('ContentsPageAnswer', dataOf(shelvesPage)),
  { uid: 'api::contents-page.contents-page', form: shelvesPage },
);
