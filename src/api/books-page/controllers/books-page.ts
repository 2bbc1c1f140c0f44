import { factories } from '@strapi/strapi';
import { getBooksPage, shelvesPage } from '../../../plugins/pages/contract';
import { delivering } from '../../../reading/handler';
import { readPage } from '../../../plugins/pages/server/read-page';

const UID = 'api::books-page.books-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    books: deliver(getBooksPage, async ({ query }, view) => ({
      status: 200 as const,
      data: await readPage(view, UID, shelvesPage, query),
    })),
  };
});
