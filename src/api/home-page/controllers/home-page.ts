import { factories } from '@strapi/strapi';
import { getHomePage, homePage } from '../contract';
import { delivering } from '../../../reading/handler';
import { readPage } from '../../../catalogue/page';

const UID = 'api::home-page.home-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    full: deliver(getHomePage, async ({ query }, view) => ({
      data: await readPage(view, UID, homePage, query),
    })),
  };
});
