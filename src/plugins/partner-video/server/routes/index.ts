import { getPartnerCatalog, watchPartnerVideo } from '../../contract';
import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
} from '../../../../platform/http/admin-route';
import { contentApiRoutes, route } from '../../../../platform/http/route';
import { EXPORT_ACTION } from '../constants';

export default {
  'content-api': contentApiRoutes(
    route(getPartnerCatalog, 'video.catalog'),
    route(watchPartnerVideo, 'video.watch'),
  ),
  admin: adminRoutesOf(
    adminRoute('GET', '/grants.csv', 'grants.exportCsv', requirePermissions(EXPORT_ACTION)),
  ),
};
