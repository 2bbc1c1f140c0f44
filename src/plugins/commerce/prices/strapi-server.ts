import {
  adminRoute,
  adminRoutesOf,
  requirePermissionInModel,
  requirePermissions,
  signedIn,
} from '../../../platform/http/admin-route';
import { makeReadOnly, registerAdminActions } from '../../../platform/strapi/admin-roles';
import type { WithStrapi } from '../../../platform/strapi/with-strapi';
import { defineCheckJob, FINDING } from './server/check/check';
import { defineRefreshJob } from './server/refresh-product';
import finding from './server/content-types/finding/schema.json';
import { pricesController } from './server/controllers/prices';

/** Permission to create products and prices at payment providers. */
const CREATE_PRICES = 'plugin::prices.create-prices';

/** Registers the permissions that admin roles can have. */
const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    {
      displayName: 'Create products and prices at the payment provider',
      pluginName: 'prices',
      uid: 'create-prices',
    },
  ]);

const mayReadFindings = requirePermissions(['plugin::content-manager.explorer.read', FINDING]);

const mayWrite = requirePermissionInModel('create', 'update');

const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/lines', 'prices.lines', signedIn),
  adminRoute('GET', '/accounts', 'prices.accounts', signedIn),
  adminRoute('POST', '/compare/:model', 'prices.compare', requirePermissionInModel('update')),
  adminRoute('GET', '/products/:model', 'prices.products', mayWrite),
  adminRoute('POST', '/create/:model', 'prices.create', [
    ...mayWrite,
    ...requirePermissions(CREATE_PRICES),
  ]),
  adminRoute('GET', '/sales/:model/:documentId', 'prices.sales', mayWrite),
  adminRoute('POST', '/check', 'prices.check', mayReadFindings),
);

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
  contentTypes: { finding: { schema: finding } },
  controllers: { prices: pricesController },
  routes: { admin: adminRoutes },
};
