import { defineContentApiRoutes, route } from '#platform/http/route';
import { listRedirects } from './contract';
import { createRedirectsController } from './server/redirects';

export default {
  controllers: { redirects: createRedirectsController },
  routes: { 'content-api': defineContentApiRoutes(route(listRedirects, 'redirects.list')) },
};
