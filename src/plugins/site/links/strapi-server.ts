import type { WithStrapi } from '../../../platform/with-strapi';
import { linksController } from './server/controllers/links';
import { adminRoute, adminRoutesOf, signedIn } from '../../../platform/http/admin-route';

/** Users see only entries that they may read. */
const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/entries', 'links.search', signedIn),
  adminRoute('GET', '/entry', 'links.describe', signedIn),
);

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
