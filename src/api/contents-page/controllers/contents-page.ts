import { factories } from '@strapi/strapi';
import { getContentsPage, shelvesPage } from '../../../contracts/pages';
import { answer } from '../../../delivery/answer';
import { readPage } from '../../../pages/read';

const UID = 'api::contents-page.contents-page';

export default factories.createCoreController(UID, ({ strapi }) => ({
  contents: answer(getContentsPage, async ({ query }, ctx) => ({
    data: await readPage({ strapi }, UID, shelvesPage, query, ctx),
  })),
}));
