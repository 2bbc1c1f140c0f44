import {
  adminRoute,
  adminRoutesOf,
  signedIn,
  requirePermissions,
  requirePermissionInModel,
} from '../../../../../platform/http/admin-route';
import { CREATE_PRICES } from '../permissions';
import { FINDING } from '../check/findings';

const mayReadFindings = requirePermissions(['plugin::content-manager.explorer.read', FINDING]);

const mayWrite = requirePermissionInModel('create', 'update');

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/lines', 'prices.lines', signedIn),
  adminRoute('GET', '/accounts', 'prices.accounts', signedIn),
  adminRoute('POST', '/compare/:model', 'prices.compare', requirePermissionInModel('update')),
  adminRoute('GET', '/products/:model', 'prices.products', mayWrite),
  adminRoute('POST', '/create/:model', 'prices.create', [
    ...mayWrite,
    ...requirePermissions(CREATE_PRICES),
  ]),
  adminRoute('GET', '/sales/:model/:documentId', 'prices.sales', mayWrite),
  adminRoute('POST', '/check', 'prices.check', mayReadFindings),
);
