import {
  adminRoute,
  adminRoutesOf,
  requirePermissionInModel,
} from '../../../../../platform/http/admin-route';

/** Users who may update or create entries. Readers have no typing to store. */
const mayWrite = requirePermissionInModel('update', 'create');
const mayRead = requirePermissionInModel('read');

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/typed/:model/:documentId', 'forms.findTyped', mayWrite),
  adminRoute('PUT', '/typed/:model/:documentId', 'forms.keepTyped', mayWrite),
  adminRoute('DELETE', '/typed/:model/:documentId', 'forms.forgetTyped', mayWrite),
  adminRoute('POST', '/present/:model/:documentId', 'forms.present', mayRead),
  adminRoute('DELETE', '/present/:model/:documentId', 'forms.left', mayRead),
);
