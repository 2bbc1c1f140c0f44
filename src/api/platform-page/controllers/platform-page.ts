import { factories } from '@strapi/strapi';
import { getPlatformPage, platformPage } from '../contract';
import { delivering } from '../../../reading/handler';
import { readPage } from '../../../catalogue/page';

const UID = 'api::platform-page.platform-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    platform: deliver(getPlatformPage, ({ query }, view) =>
      readPage(view, UID, platformPage, query),
    ),
  };
});
