import { factories } from '@strapi/strapi';
import { getPresentialsPage, presentialsPage } from '../contract';
import { createReadHandler } from '#delivery/handler';
import { readPage } from '#catalogue/page';

const UID = 'api::presentials-page.presentials-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    presentials: read(getPresentialsPage, async ({ query }, view) => ({
      data: await readPage(view, UID, presentialsPage, query),
    })),
  };
});
