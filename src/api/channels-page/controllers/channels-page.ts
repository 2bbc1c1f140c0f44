import { factories } from '@strapi/strapi';
import { channelsPage, getChannelsPage } from '../../../plugins/pages/contract';
import { delivering } from '../../../reading/handler';
import { readPage } from '../../../plugins/pages/server/read-page';

const UID = 'api::channels-page.channels-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    channels: deliver(getChannelsPage, async ({ query }, view) => ({
      data: await readPage(view, UID, channelsPage, query),
    })),
  };
});
