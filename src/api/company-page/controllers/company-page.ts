import { factories } from '@strapi/strapi';
import { companyPage, getCompanyPage } from '../../../plugins/pages/contract';
import { delivering } from '../../../reading/handler';
import { readPage } from '../../../plugins/pages/server/read-page';

const UID = 'api::company-page.company-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    company: deliver(getCompanyPage, async ({ query }, view) => ({
      data: await readPage(view, UID, companyPage, query),
    })),
  };
});
