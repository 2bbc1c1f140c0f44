import { factories } from '@strapi/strapi';
import { getHomePage, homePage } from '../../../contracts/pages';
import { answer } from '../../../delivery/answer';
import { readPage } from '../../../pages/read';

const UID = 'api::home-page.home-page';

export default factories.createCoreController(UID, ({ strapi }) => ({
  full: answer(getHomePage, async ({ query }, ctx) => ({
    data: await readPage({ strapi }, UID, homePage, query, ctx),
  })),
}));
