import { contentApiRoutes, route } from '../../http/route';
import { getPicture } from './contract';
import picture from './server/controllers/picture';

export default {
  controllers: { picture },
  routes: { 'content-api': contentApiRoutes(route(getPicture, 'picture.get')) },
};
