import {
  createCheckoutSession,
  createCheckoutSubscription,
  receiveCheckoutEvent,
} from '../contract';
import { openBillingPortal } from '../billing-contract';
import { getCheckoutOutcome, listEntitlements, listOrders } from '../orders-contract';
import { getProductPrices, listProductPrices } from '../prices-contract';
import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
} from '../../../../platform/http/admin-route';
import { contentApiRoutes, route } from '../../../../platform/http/route';
import { uids } from './types';

/** Admits users who may read orders. */
const readers = requirePermissions(['plugin::content-manager.explorer.read', uids.order]);

export default {
  admin: adminRoutesOf(adminRoute('GET', '/orders/export', 'exports.exportOrders', readers)),
  'content-api': contentApiRoutes(
    route(listProductPrices, 'prices.many'),
    route(getProductPrices, 'prices.one'),
    route(createCheckoutSession, 'session.createPayment'),
    route(createCheckoutSubscription, 'session.createSubscription'),
    route(receiveCheckoutEvent, 'webhook.receive'),
    route(getCheckoutOutcome, 'orders.outcome'),
    route(listOrders, 'orders.list'),
    route(listEntitlements, 'orders.entitlements'),
    route(openBillingPortal, 'orders.billingPortal'),
  ),
};
