import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
} from '../../../../../platform/http/admin-route';
import { READ_AUDIT } from '../permissions';

const mayRead = requirePermissions(READ_AUDIT);

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/entries', 'entries.find', mayRead),
  adminRoute('GET', '/entries.csv', 'entries.exportCsv', mayRead),
);
