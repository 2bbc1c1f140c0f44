import {
  adminRoute,
  adminRoutesOf,
  whoMay,
  whoMayInModel,
} from '../../../../../platform/http/admin-route';

const mayUseBin = whoMay('plugin::history.bin.use');

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/entries/:model/:documentId', 'history.find', whoMayInModel('read')),
  adminRoute(
    'GET',
    '/entries/:model/:documentId/compare',
    'history.compare',
    whoMayInModel('read'),
  ),
  adminRoute(
    'POST',
    '/entries/:model/:documentId/restore',
    'history.restore',
    whoMayInModel('update'),
  ),
  adminRoute('POST', '/entries/:model/:documentId/note', 'history.note', whoMayInModel('update')),
  adminRoute('GET', '/changes', 'changes.find', mayUseBin),
  adminRoute('GET', '/changes/options', 'changes.options', mayUseBin),
  adminRoute('GET', '/bin', 'bin.find', mayUseBin),
  adminRoute('POST', '/bin/:event', 'bin.restore', mayUseBin),
);
