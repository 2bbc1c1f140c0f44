import type { WithStrapi } from '../../../platform/with-strapi';
import { pricesController } from './server/controllers/prices';
import contentTypes from './server/content-types';
import { defineCheckJob } from './server/check/job';
import { defineRefreshJob } from './server/compare/refresh-product';
import { FINDING } from './server/check/findings';
import { makeReadOnly } from '../../../platform/strapi/admin-roles';
import { registerPermissions } from './server/permissions';
import { adminRoutes } from './server/routes/admin';

export default {
  register({ strapi }: WithStrapi): void {
    strapi.customFields.register([
      { name: 'price', plugin: 'prices', type: 'decimal' },
      { name: 'currency', plugin: 'prices', type: 'string' },
      { name: 'account', plugin: 'prices', type: 'string' },
      { name: 'product', plugin: 'prices', type: 'string' },
    ]);
    defineCheckJob({ strapi });
    defineRefreshJob({ strapi });
  },
  async bootstrap({ strapi }: WithStrapi): Promise<void> {
    makeReadOnly({ strapi }, FINDING);
    await registerPermissions({ strapi });
  },
  contentTypes,
  controllers: { prices: pricesController },
  routes: { admin: adminRoutes },
};
