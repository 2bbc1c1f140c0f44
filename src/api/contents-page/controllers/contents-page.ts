import { factories } from '@strapi/strapi';
import { shelvesPage } from '#catalogue/shelves-page';
import { getContentsPage } from '../contract';
import { createReadHandler } from '#delivery/handler';
import { readPage } from '#catalogue/page';

const UID = 'api::contents-page.contents-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    contents: read(getContentsPage, async ({ query }, view) => ({
      data: await readPage(view, UID, shelvesPage, query),
    })),
  };
});
