import type { WithStrapi } from '../../../platform/with-strapi';
import { bootstrap } from './bootstrap';
import contentTypes from './content-types';
import grants from './controllers/grants';
import video from './controllers/video';
import routes from './routes';
import { defineSettleJob } from './services/grants/records';
import { createVideoService, videoOf } from './services/video';

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
