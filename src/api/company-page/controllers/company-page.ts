import { factories } from '@strapi/strapi';
import { companyPage, getCompanyPage } from '../../../contracts/pages';
import { delivering } from '../../../delivery/deliver';
import { readPage } from '../../../pages/read';

const UID = 'api::company-page.company-page';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    company: deliver(getCompanyPage, async ({ query }, view) => ({
      data: await readPage(view, UID, companyPage, query),
    })),
  };
});
