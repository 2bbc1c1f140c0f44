import {
  adminRoute,
  adminRoutesOf,
  signedIn,
  whoMay,
  whoMayInModel,
} from '../../../../../platform/http/admin-route';
import { CREATE_PRICES } from '../permissions';
import { FINDING } from '../uids';

const mayReadFindings = whoMay(['plugin::content-manager.explorer.read', FINDING]);

const mayWrite = whoMayInModel('create', 'update');

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/lines', 'prices.lines', signedIn),
  adminRoute('GET', '/accounts', 'prices.accounts', signedIn),
  adminRoute('POST', '/compare/:model', 'prices.compare', whoMayInModel('update')),
  adminRoute('GET', '/products/:model', 'prices.products', mayWrite),
  adminRoute('POST', '/create/:model', 'prices.create', [...mayWrite, ...whoMay(CREATE_PRICES)]),
  adminRoute('GET', '/sales/:model/:documentId', 'prices.sales', mayWrite),
  adminRoute('POST', '/check', 'prices.check', mayReadFindings),
);
