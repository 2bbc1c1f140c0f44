import { factories } from '@strapi/strapi';
import { channelsPage, getChannelsPage } from '../contract';
import { createReadHandler } from '#delivery/handler';
import { readPage } from '#catalogue/page';

const UID = 'api::channels-page.channels-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    channels: read(getChannelsPage, async ({ query }, view) => ({
      data: await readPage(view, UID, channelsPage, query),
    })),
  };
});
