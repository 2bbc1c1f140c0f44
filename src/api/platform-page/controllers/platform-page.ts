import { factories } from '@strapi/strapi';
import { getPlatformPage, platformPage } from '../../../contracts/pages';
import { answer } from '../../../delivery/answer';
import { readPage } from '../../../pages/read';

const UID = 'api::platform-page.platform-page';

export default factories.createCoreController(UID, ({ strapi }) => ({
  platform: answer(getPlatformPage, ({ query }, ctx) =>
    readPage({ strapi }, UID, platformPage, query, ctx),
  ),
}));
