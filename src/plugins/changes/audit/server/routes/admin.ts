import { adminRoute, adminRoutesOf, whoMay } from '../../../../../platform/http/admin-route';
import { READ_AUDIT } from '../permissions';

const mayRead = whoMay(READ_AUDIT);

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/entries', 'entries.find', mayRead),
  adminRoute('GET', '/entries.csv', 'entries.exportCsv', mayRead),
);
