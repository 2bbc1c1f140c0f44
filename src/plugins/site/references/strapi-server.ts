import { contentApiRoutes, route } from '../../../platform/http/route';
import { getReference, listBusinessLines, listLanguages, listReferences } from './contract';
import { referencesController } from './server/references';

export default {
  controllers: { references: referencesController },
  routes: {
    'content-api': contentApiRoutes(
      route(listReferences, 'references.list'),
      route(getReference, 'references.one'),
      route(listBusinessLines, 'references.businessLines'),
      route(listLanguages, 'references.languages'),
    ),
  },
};
