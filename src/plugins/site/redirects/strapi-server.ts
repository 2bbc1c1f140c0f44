import { contentApiRoutes, route } from '#platform/http/route';
import { listRedirects } from './contract';
import { redirectsController } from './server/redirects';

export default {
  controllers: { redirects: redirectsController },
  routes: { 'content-api': contentApiRoutes(route(listRedirects, 'redirects.list')) },
};
