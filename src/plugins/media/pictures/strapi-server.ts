import { adminRoute, adminRoutesOf, requirePermissions } from '../../../platform/http/admin-route';
import { contentApiRoutes, route } from '../../../platform/http/route';
import { getPicture, listMedia } from './contract';
import media from './server/controllers/media';
import picture from './server/controllers/picture';
import texts from './server/controllers/texts';

export default {
  controllers: { media, picture, texts },
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
