import { contentApiRoutes, route } from '../../../platform/http/route';
import { getSitemap, getSitemapIndex } from './contract';
import { sitemapsController } from './server/sitemaps';

export default {
  controllers: { sitemaps: sitemapsController },
  routes: {
    'content-api': contentApiRoutes(
      route(getSitemapIndex, 'sitemaps.index'),
      route(getSitemap, 'sitemaps.one'),
    ),
  },
};
