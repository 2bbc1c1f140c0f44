import { contentApiRoutes, route } from '../../http/route';
import { getPicture } from './contract';
import { listMedia } from './media-contract';
import media from './server/controllers/media';
import picture from './server/controllers/picture';

export default {
  controllers: { media, picture },
  routes: {
    'content-api': contentApiRoutes(
      route(getPicture, 'picture.get'),
      route(listMedia, 'media.list'),
    ),
  },
};
