import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissions,
} from '#platform/http/admin-route';
import { defineContentApiRoutes, route } from '#platform/http/route';
import { makeReadOnly, registerAdminActions } from '#platform/strapi/admin-roles';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getPartnerCatalog, watchPartnerVideo } from './contract';
import { EXPORT_ACTION, GRANT_UID, defineSettleJob } from './server/services/grant-records';
import grant from './server/content-types/grant/schema.json';
import grants from './server/controllers/grants';
import video from './server/controllers/video';
import { createVideoService, getVideoService } from './server/services/video';

const bootstrap = async ({ strapi }: WithStrapi): Promise<void> => {
  makeReadOnly({ strapi }, GRANT_UID);
  await registerAdminActions({ strapi }, [
    {
      displayName: 'Export the accesses to partner videos',
      pluginName: 'partner-video',
      uid: 'grants.export',
    },
  ]);
};

/** Admits users who may read grants and export them. */
const mayExport = requirePermissions(EXPORT_ACTION, [
  'plugin::content-manager.explorer.read',
  GRANT_UID,
]);

export default {
  register: defineSettleJob,
  bootstrap,
  destroy({ strapi }: WithStrapi): void {
    getVideoService({ strapi }).close();
  },
  contentTypes: { grant: { schema: grant } },
  controllers: { grants, video },
  services: { video: createVideoService },
  routes: {
    'content-api': defineContentApiRoutes(
      route(getPartnerCatalog, 'video.catalog'),
      route(watchPartnerVideo, 'video.watch'),
    ),
    admin: defineAdminRoutes(defineAdminRoute('GET', '/grants.csv', 'grants.exportCsv', mayExport)),
  },
};
