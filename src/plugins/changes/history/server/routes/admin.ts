import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
  requirePermissionInModel,
} from '../../../../../platform/http/admin-route';

const mayUseBin = requirePermissions('plugin::history.bin.use');

export const adminRoutes = adminRoutesOf(
  adminRoute(
    'GET',
    '/entries/:model/:documentId',
    'history.find',
    requirePermissionInModel('read'),
  ),
  adminRoute(
    'GET',
    '/entries/:model/:documentId/compare',
    'history.compare',
    requirePermissionInModel('read'),
  ),
  adminRoute(
    'POST',
    '/entries/:model/:documentId/restore',
    'history.restore',
    requirePermissionInModel('update'),
  ),
  adminRoute(
    'POST',
    '/entries/:model/:documentId/note',
    'history.note',
    requirePermissionInModel('update'),
  ),
  adminRoute('GET', '/changes', 'changes.find', mayUseBin),
  adminRoute('GET', '/changes/options', 'changes.options', mayUseBin),
  adminRoute('GET', '/bin', 'bin.find', mayUseBin),
  adminRoute('POST', '/bin/:event', 'bin.restore', mayUseBin),
);
