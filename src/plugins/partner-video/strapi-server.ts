import type { WithStrapi } from '../../platform/with-strapi';
import grant from './server/content-types/grant/schema.json';
import grants from './server/controllers/grants';
import video from './server/controllers/video';
import routes from './server/routes';
import { defineSettleJob } from './server/services/grants/records';
import { createVideoService, videoOf } from './server/services/video';
import { makeReadOnly, registerAdminActions } from '../../platform/strapi/admin-roles';
import { GRANT_UID } from './server/constants';

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

export default {
  register: defineSettleJob,
  bootstrap,
  destroy({ strapi }: WithStrapi): void {
    videoOf({ strapi }).close();
  },
  contentTypes: { grant: { schema: grant } },
  controllers: { grants, video },
  services: { video: createVideoService },
  routes,
};
