import { factories } from '@strapi/strapi';
import { channelsPage, getChannelsPage } from '../../../contracts/pages';
import { delivering } from '../../../delivery/deliver';
import { readPage } from '../../../pages/read';

const UID = 'api::channels-page.channels-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    channels: deliver(getChannelsPage, async ({ query }, view) => ({
      data: await readPage(view, UID, channelsPage, query),
    })),
  };
});
