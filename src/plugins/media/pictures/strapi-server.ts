import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissions,
} from '#platform/http/admin-route';
import { defineContentApiRoutes, route } from '#platform/http/route';
import { createReadHandler } from '#delivery/handler';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getPicture, listMedia, mediaFacts } from './contract';
import picture from './server/controllers/picture';
import texts from './server/controllers/texts';
import { FILE } from './server/file-rows';

/** Serves the facts of files by their ids. */
const createMediaController = ({ strapi }: WithStrapi) => ({
  list: createReadHandler({ strapi })(listMedia, async ({ query: { ids } }, view) => ({
    data: await view.readMany(FILE, mediaFacts, { where: { documentId: ids } }),
  })),
});

export default {
  controllers: { media: createMediaController, picture, texts },
  routes: {
    'content-api': defineContentApiRoutes(
      route(getPicture, 'picture.get'),
      route(listMedia, 'media.list'),
    ),
    admin: defineAdminRoutes(
      defineAdminRoute(
        'GET',
        '/files/:id/texts',
        'texts.get',
        requirePermissions('plugin::upload.read'),
      ),
      defineAdminRoute(
        'GET',
        '/undescribed',
        'texts.undescribed',
        requirePermissions('plugin::upload.read'),
      ),
      defineAdminRoute(
        'PUT',
        '/files/:id/texts',
        'texts.put',
        requirePermissions('plugin::upload.assets.update'),
      ),
    ),
  },
};
