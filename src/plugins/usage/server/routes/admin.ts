import {
  adminRoute,
  adminRoutesOf,
  whoMay,
  whoMayInModel,
} from '../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('POST', '/entries/:model', 'uses.ofEntries', whoMayInModel('read')),
  adminRoute('POST', '/files', 'uses.ofFiles', whoMay('plugin::upload.read')),
);
