import { defineContentApiRoutes, route } from '#platform/http/route';
import { search } from './contract';
import { createSearchController } from './server/search';

export default {
  controllers: { search: createSearchController },
  routes: { 'content-api': defineContentApiRoutes(route(search, 'search.find')) },
};
