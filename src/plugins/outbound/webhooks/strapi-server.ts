import type { WithStrapi } from '../../../platform/with-strapi';
import { makeReadOnly } from '../../../platform/strapi/admin-roles';
import contentTypes from './server/content-types';
import { webhooksController } from './server/controllers/webhooks';
import { registerPermissions } from './server/permissions';
import { register } from './server/register';
import { adminRoutes } from './server/routes/admin';
import { uids } from './server/uids';

export default {
  register,
  async bootstrap({ strapi }: WithStrapi): Promise<void> {
    makeReadOnly({ strapi }, uids.delivery);
    await registerPermissions({ strapi });
  },
  contentTypes,
  controllers: { webhooks: webhooksController },
  routes: { admin: adminRoutes },
};
