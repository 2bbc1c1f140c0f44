import { adminRoute, adminRoutesOf, requirePermissions } from '#platform/http/admin-route';
import { contentApiRoutes, route } from '#platform/http/route';
import { createReadHandler } from '#delivery/handler';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getPicture, listMedia, mediaFacts } from './contract';
import picture from './server/controllers/picture';
import texts from './server/controllers/texts';
import { FILE } from './server/file-rows';

/** Serves the facts of files by their ids. */
const mediaController = ({ strapi }: WithStrapi) => ({
  list: createReadHandler({ strapi })(listMedia, async ({ query: { ids } }, view) => ({
    data: await view.readMany(FILE, mediaFacts, { where: { documentId: ids } }),
  })),
});

export default {
  controllers: { media: mediaController, picture, texts },
  routes: {
    'content-api': contentApiRoutes(
      route(getPicture, 'picture.get'),
      route(listMedia, 'media.list'),
    ),
    admin: adminRoutesOf(
      adminRoute('GET', '/files/:id/texts', 'texts.get', requirePermissions('plugin::upload.read')),
      adminRoute(
        'GET',
        '/undescribed',
        'texts.undescribed',
        requirePermissions('plugin::upload.read'),
      ),
      adminRoute(
        'PUT',
        '/files/:id/texts',
        'texts.put',
        requirePermissions('plugin::upload.assets.update'),
      ),
    ),
  },
};
