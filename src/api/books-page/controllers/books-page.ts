import { factories } from '@strapi/strapi';
import { getBooksPage, shelvesPage } from '../../../contracts/pages';
import { answer } from '../../../delivery/answer';
import { readPage } from '../../../pages/read';

const UID = 'api::books-page.books-page';

export default factories.createCoreController(UID, ({ strapi }) => ({
  books: answer(getBooksPage, async ({ query }, ctx) => ({
    status: 200 as const,
    data: await readPage({ strapi }, UID, shelvesPage, query, ctx),
  })),
}));
