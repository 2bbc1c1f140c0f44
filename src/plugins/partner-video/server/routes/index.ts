import { getPartnerCatalog, watchPartnerVideo } from '../../contract';
import type { Endpoint } from '../../../../http/endpoint';
import { route } from '../../../../http/route';
import { EXPORT_ACTION } from '../constants';

/** The contract's path as it stands, without the plugin's name in front. */
const contentRoute = (endpoint: Endpoint, handler: string) => {
  const { config, ...rest } = route(endpoint, handler);
  return { ...rest, config: { ...config, prefix: '' } };
};

export default {
  'content-api': {
    type: 'content-api' as const,
    routes: [
      contentRoute(getPartnerCatalog, 'video.catalog'),
      contentRoute(watchPartnerVideo, 'video.watch'),
    ],
  },
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
