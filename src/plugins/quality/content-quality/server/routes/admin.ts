import {
  adminRoute,
  adminRoutesOf,
  signedIn,
  whoMay,
} from '../../../../../platform/http/admin-route';

export const adminRoutes = adminRoutesOf(
  // Users see only entries that they may read.
  adminRoute('GET', '/health', 'health.find', signedIn),
  adminRoute('PUT', '/dismissals', 'health.dismiss', signedIn),
  adminRoute('PUT', '/dismissals/restore', 'health.restore', signedIn),
  adminRoute('GET', '/waiting', 'health.waiting', signedIn),
  adminRoute('POST', '/look', 'health.look', signedIn),
  adminRoute('GET', '/payment-products', 'health.paymentProducts', signedIn),
  adminRoute('GET', '/files', 'health.files', whoMay('plugin::upload.read')),
);
