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
} from '../plugins/account/contract';
import { getChannel, listChannels } from '../api/channel/contract';
import {
  createCheckoutSession,
  createCheckoutSubscription,
  listOrders,
  receiveCheckoutEvent,
} from '../plugins/checkout/contract';
import { listEpisodesBySeries } from '../api/episode/contract';
import type { Endpoint } from '../http/endpoint';
import {
  getBooksPage,
  getChannelsPage,
  getCompanyPage,
  getContentsPage,
  getHomePage,
  getPlatformPage,
  getPresentialsPage,
} from '../plugins/pages/contract';
import { getPartnerCatalog, watchPartnerVideo } from '../plugins/partner-video/contract';
import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
} from '../api/product/contract';
import { getProtagonist } from '../api/protagonist/contract';
import { listSeries } from '../api/series/contract';

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
