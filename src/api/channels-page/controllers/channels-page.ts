import { factories } from '@strapi/strapi';
import { channelsPage, getChannelsPage } from '../../../contracts/pages';
import { answer } from '../../../delivery/answer';
import { readPage } from '../../../pages/read';

const UID = 'api::channels-page.channels-page';

export default factories.createCoreController(UID, ({ strapi }) => ({
  channels: answer(getChannelsPage, async ({ query }, ctx) => ({
    data: await readPage({ strapi }, UID, channelsPage, query, ctx),
  })),
}));
