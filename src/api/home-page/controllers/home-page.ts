import { factories } from '@strapi/strapi';
import { getHomePage, homePage } from '../../../contracts/pages';
import { delivering } from '../../../delivery/deliver';
import { readPage } from '../../../pages/read';

const UID = 'api::home-page.home-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    full: deliver(getHomePage, async ({ query }, view) => ({
      data: await readPage(view, UID, homePage, query),
    })),
  };
});
