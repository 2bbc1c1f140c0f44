import { contentApiRoutes, route } from '../../../platform/http/route';
import { getJsonLd } from './contract';
import { jsonLdController } from './server/json-ld';

export default {
  controllers: { 'json-ld': jsonLdController },
  routes: { 'content-api': contentApiRoutes(route(getJsonLd, 'json-ld.one')) },
};
