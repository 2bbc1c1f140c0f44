import { factories } from '@strapi/strapi';
import { getPresentialsPage, presentialsPage } from '../../../contracts/pages';
import { answer } from '../../../delivery/answer';
import { readPage } from '../../../pages/read';

const UID = 'api::presentials-page.presentials-page';

export default factories.createCoreController(UID, ({ strapi }) => ({
  presentials: answer(getPresentialsPage, async ({ query }, ctx) => ({
    data: await readPage({ strapi }, UID, presentialsPage, query, ctx),
  })),
}));
