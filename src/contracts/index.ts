import {
  confirmEmail,
  emailExists,
  forgotPassword,
  listUsers,
  login,
  logout,
  migrate,
  register,
  resetPassword,
  sendConfirmation,
  updateProfile,
} from './account';
import { getChannel, listChannels } from './channel';
import {
  createCheckoutSession,
  createCheckoutSubscription,
  listOrders,
  receiveCheckoutEvent,
} from './checkout';
import { listEpisodesBySeries } from './episode';
import type { Endpoint } from './kit/endpoint';
import {
  getBooksPage,
  getChannelsPage,
  getCompanyPage,
  getContentsPage,
  getHomePage,
  getPlatformPage,
  getPresentialsPage,
} from './pages';
import { getPartnerCatalog, watchPartnerVideo } from './partner-video';
import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
} from './product';
import { getProtagonist } from './protagonist';
import { listSeries } from './series';

/** Every endpoint of the service, in the order in which the documentation shows them. */
export const endpoints: readonly Endpoint[] = [
  register,
  login,
  logout,
  emailExists,
  migrate,
  forgotPassword,
  resetPassword,
  confirmEmail,
  sendConfirmation,
  updateProfile,
  listUsers,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
  getProductBySlug,
  getProductById,
  getProtagonist,
  listChannels,
  getChannel,
  listSeries,
  listEpisodesBySeries,
  getHomePage,
  getPresentialsPage,
  getBooksPage,
  getContentsPage,
  getCompanyPage,
  getChannelsPage,
  getPlatformPage,
  getPartnerCatalog,
  watchPartnerVideo,
  createCheckoutSession,
  createCheckoutSubscription,
  receiveCheckoutEvent,
  listOrders,
];
