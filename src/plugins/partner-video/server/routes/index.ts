import { getPartnerCatalog, watchPartnerVideo } from '../../contract';
import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
} from '../../../../platform/http/admin-route';
import { contentApiRoutes, route } from '../../../../platform/http/route';
import { EXPORT_ACTION, GRANT_UID } from '../constants';

/** Admits users who may read grants and export them. */
const mayExport = requirePermissions(EXPORT_ACTION, [
  'plugin::content-manager.explorer.read',
  GRANT_UID,
]);

export default {
  'content-api': contentApiRoutes(
    route(getPartnerCatalog, 'video.catalog'),
    route(watchPartnerVideo, 'video.watch'),
  ),
  admin: adminRoutesOf(adminRoute('GET', '/grants.csv', 'grants.exportCsv', mayExport)),
};
