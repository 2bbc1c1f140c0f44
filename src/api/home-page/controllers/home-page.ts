import { factories } from '@strapi/strapi';
import { getHomePage, homePage } from '../contract';
import { createReadHandler } from '#delivery/handler';
import { readPage } from '#catalogue/page';

const UID = 'api::home-page.home-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    full: read(getHomePage, async ({ query }, view) => ({
      data: await readPage(view, UID, homePage, query),
    })),
  };
});
