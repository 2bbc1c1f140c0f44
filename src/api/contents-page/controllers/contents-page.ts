import { factories } from '@strapi/strapi';
import { getContentsPage, shelvesPage } from '../../../contracts/pages';
import { delivering } from '../../../delivery/deliver';
import { readPage } from '../../../pages/read';

const UID = 'api::contents-page.contents-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    contents: deliver(getContentsPage, async ({ query }, view) => ({
      data: await readPage(view, UID, shelvesPage, query),
    })),
  };
});
