import { adminRoute, adminRoutesOf, signedIn } from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/time-zone', 'time-zone.find', signedIn),
);
