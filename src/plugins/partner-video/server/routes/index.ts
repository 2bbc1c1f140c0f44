import { getPartnerCatalog, watchPartnerVideo } from '../../contract';
import { contentApiRoutes, route } from '../../../../http/route';
import { EXPORT_ACTION } from '../constants';

export default {
  'content-api': contentApiRoutes(
    route(getPartnerCatalog, 'video.catalog'),
    route(watchPartnerVideo, 'video.watch'),
  ),
  admin: {
    type: 'admin' as const,
    routes: [
      {
        method: 'GET' as const,
        path: '/grants.csv',
        handler: 'grants.exportCsv',
        config: {
          policies: [
            'admin::isAuthenticatedAdmin',
            { name: 'admin::hasPermissions', config: { actions: [EXPORT_ACTION] } },
          ],
        },
      },
    ],
  },
};
