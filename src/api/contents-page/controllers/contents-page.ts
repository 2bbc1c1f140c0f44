import { factories } from '@strapi/strapi';
import { getContentsPage, shelvesPage } from '../../../plugins/pages/contract';
import { delivering } from '../../../reading/handler';
import { readPage } from '../../../plugins/pages/server/read-page';

const UID = 'api::contents-page.contents-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    contents: deliver(getContentsPage, async ({ query }, view) => ({
      data: await readPage(view, UID, shelvesPage, query),
    })),
  };
});
