import {
  adminRoute,
  adminRoutesOf,
  signedIn,
  whoMay,
  whoMayInModel,
} from '../../../../../platform/http/admin-route';
import { FINDING } from '../uids';

const mayReadFindings = whoMay(['plugin::content-manager.explorer.read', FINDING]);

export const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/lines', 'prices.lines', signedIn),
  adminRoute('GET', '/accounts', 'prices.accounts', signedIn),
  adminRoute('POST', '/compare/:model', 'prices.compare', whoMayInModel('update')),
  adminRoute('POST', '/check', 'prices.check', mayReadFindings),
);
