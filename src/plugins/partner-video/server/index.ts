import type { WithStrapi } from '../../../platform/with-strapi';
import contentTypes from './content-types';
import grants from './controllers/grants';
import video from './controllers/video';
import routes from './routes';
import { defineSettleJob } from './services/grants/records';
import { createVideoService, videoOf } from './services/video';
import { makeReadOnly, registerAdminActions } from '../../../platform/strapi/admin-roles';
import { GRANT_UID } from './constants';

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
  contentTypes,
  controllers: { grants, video },
  services: { video: createVideoService },
  routes,
};
