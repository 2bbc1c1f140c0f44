import { contentQualityController } from './server/controllers/content-quality';
import {
  adminRoute,
  adminRoutesOf,
  signedIn,
  requirePermissions,
} from '../../../platform/http/admin-route';

const adminRoutes = adminRoutesOf(
  // Users see only entries that they may read.
  adminRoute('GET', '/to-do', 'content-quality.find', signedIn),
  adminRoute('PUT', '/dismissals', 'content-quality.dismiss', signedIn),
  adminRoute('PUT', '/dismissals/restore', 'content-quality.restore', signedIn),
  adminRoute('GET', '/waiting', 'content-quality.waiting', signedIn),
  adminRoute('POST', '/look', 'content-quality.look', signedIn),
  adminRoute('GET', '/payment-products', 'content-quality.paymentProducts', signedIn),
  adminRoute('GET', '/files', 'content-quality.files', requirePermissions('plugin::upload.read')),
);

export default {
  controllers: { 'content-quality': contentQualityController },
  routes: { admin: adminRoutes },
};
