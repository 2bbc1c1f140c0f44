import type { WithStrapi } from '../../../platform/with-strapi';
import { linksController } from './server/controllers/links';
import { adminRoutes } from './server/routes/admin';

export default {
  register({ strapi }: WithStrapi): void {
    strapi.customFields.register([
      { name: 'link', plugin: 'links', type: 'string' },
      { name: 'address', plugin: 'links', type: 'string' },
      { name: 'pattern', plugin: 'links', type: 'string' },
      { name: 'site', plugin: 'links', type: 'string' },
    ]);
  },
  controllers: { links: linksController },
  routes: { admin: adminRoutes },
};
