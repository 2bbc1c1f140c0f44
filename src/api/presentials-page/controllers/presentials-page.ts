import { factories } from '@strapi/strapi';
import { getPresentialsPage, presentialsPage } from '../../../contracts/pages';
import { delivering } from '../../../delivery/deliver';
import { readPage } from '../../../pages/read';

const UID = 'api::presentials-page.presentials-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    presentials: deliver(getPresentialsPage, async ({ query }, view) => ({
      data: await readPage(view, UID, presentialsPage, query),
    })),
  };
});
