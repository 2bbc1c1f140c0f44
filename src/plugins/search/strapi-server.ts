import { contentApiRoutes, route } from '#platform/http/route';
import { search } from './contract';
import { searchController } from './server/search';

export default {
  controllers: { search: searchController },
  routes: { 'content-api': contentApiRoutes(route(search, 'search.find')) },
};
