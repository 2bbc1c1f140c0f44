import { factories } from '@strapi/strapi';
import { companyPage, getCompanyPage } from '../../../contracts/pages';
import { answer } from '../../../delivery/answer';
import { readPage } from '../../../pages/read';

const UID = 'api::company-page.company-page';

export default factories.createCoreController(UID, ({ strapi }) => ({
  company: answer(getCompanyPage, async ({ query }, ctx) => ({
    data: await readPage({ strapi }, UID, companyPage, query, ctx),
  })),
}));
