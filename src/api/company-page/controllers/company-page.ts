import { factories } from '@strapi/strapi';
import { companyPage, getCompanyPage } from '../contract';
import { createReadHandler } from '#delivery/handler';
import { readPage } from '#catalogue/page';

const UID = 'api::company-page.company-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    company: read(getCompanyPage, async ({ query }, view) => ({
      data: await readPage(view, UID, companyPage, query),
    })),
  };
});
