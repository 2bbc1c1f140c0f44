import { factories } from '@strapi/strapi';
import { shelvesPage } from '#catalogue/shelves-page';
import { getBooksPage } from '../contract';
import { createReadHandler } from '#delivery/handler';
import { readPage } from '#catalogue/page';

const UID = 'api::books-page.books-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    books: read(getBooksPage, async ({ query }, view) => ({
      status: 200 as const,
      data: await readPage(view, UID, shelvesPage, query),
    })),
  };
});
