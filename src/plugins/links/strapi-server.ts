import type { Core } from '@strapi/types';
import { linksController } from './server/controllers/links';
import { adminRoutes } from './server/routes/admin';

export default {
  register({ strapi }: { strapi: Core.Strapi }): void {
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
