import { factories } from '@strapi/strapi';
import { getPlatformPage, platformPage } from '../../../contracts/pages';
import { delivering } from '../../../delivery/deliver';
import { readPage } from '../../../pages/read';

const UID = 'api::platform-page.platform-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    platform: deliver(getPlatformPage, ({ query }, view) =>
      readPage(view, UID, platformPage, query),
    ),
  };
});
