import { factories } from '@strapi/strapi';
import { getPlatformPage, platformPage } from '../contract';
import { createReadHandler } from '#delivery/handler';
import { readPage } from '#catalogue/page';

const UID = 'api::platform-page.platform-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    platform: read(getPlatformPage, ({ query }, view) => readPage(view, UID, platformPage, query)),
  };
});
