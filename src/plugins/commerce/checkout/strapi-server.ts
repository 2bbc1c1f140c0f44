import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissions,
} from '#platform/http/admin-route';
import { defineContentApiRoutes, route } from '#platform/http/route';
import { makeReadOnly } from '#platform/strapi/admin-roles';
import { definePaymentProvider } from '../prices';
import {
  createCheckoutSession,
  createCheckoutSubscription,
  openBillingPortal,
  receiveCheckoutEvent,
} from './contract';
import { getCheckoutOutcome, listEntitlements, listOrders } from './orders-contract';
import { getProductPrices, listProductPrices } from './prices-contract';
import event from './server/content-types/event/schema.json';
import lease from './server/content-types/lease/schema.json';
import order from './server/content-types/order/schema.json';
import request from './server/content-types/request/schema.json';
import exportsController from './server/controllers/exports';
import orders from './server/controllers/orders';
import prices from './server/controllers/prices';
import session from './server/controllers/session';
import webhook from './server/controllers/webhook';
import { registerCheckoutJobs } from './server/jobs';
import { defineOrderMails } from './server/mails/order-mail';
import { defineOrderWebhooks } from './server/services/orders/announce';
import { keepSubscribers } from './server/services/orders/guard-orders';
import { createPaymentProvider } from './server/services/provider/all-prices';
import { uids } from './server/types';

/** Admits users who may read orders. */
const readers = requirePermissions(['plugin::content-manager.explorer.read', uids.order]);

export default {
  contentTypes: {
    order: { schema: order },
    event: { schema: event },
    request: { schema: request },
    lease: { schema: lease },
  },
  controllers: { exports: exportsController, orders, prices, session, webhook },
  routes: {
    admin: defineAdminRoutes(
      defineAdminRoute('GET', '/orders/export', 'exports.exportOrders', readers),
    ),
    'content-api': defineContentApiRoutes(
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
  },

  register({ strapi }: WithStrapi): void {
    defineOrderWebhooks({ strapi });
    defineOrderMails({ strapi });
    keepSubscribers({ strapi });
    registerCheckoutJobs({ strapi });
    definePaymentProvider({ strapi }, createPaymentProvider({ strapi }));
  },

  bootstrap({ strapi }: WithStrapi): void {
    makeReadOnly({ strapi }, uids.order);
  },
};
