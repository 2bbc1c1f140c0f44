import type { Feature } from '#feature/feature';
import {
  createCheckoutSession,
  createCheckoutSubscription,
  openBillingPortal,
  receiveCheckoutEvent,
} from './contract';
import { checkoutOrder } from './layout';
import { getCheckoutOutcome, listEntitlements, listOrders } from './orders-contract';
import { orderMessages } from './order-messages';
import { createCheckoutMetrics } from './server/metrics';
import { orderDefinitions } from './server/services/orders/ownership';
import { getProductPrices, listProductPrices } from './prices-contract';
import { checkoutSettings } from './settings';

/** Sells products on the payment provider's hosted page, once or by subscription. */
export const checkout: Feature = {
  name: 'checkout',
  folder: __dirname,
  settings: [checkoutSettings],
  endpoints: [
    getProductPrices,
    listProductPrices,
    createCheckoutSession,
    createCheckoutSubscription,
    receiveCheckoutEvent,
    getCheckoutOutcome,
    listOrders,
    listEntitlements,
    openBillingPortal,
  ],
  messages: orderMessages,
  layouts: { types: [checkoutOrder] },
  auditedActions: { personalTypes: ['plugin::checkout.order'] },
  roleGrants: { support: { reads: ['plugin::checkout.order'] } },
  // Nobody has paid for orders whose page expired or whose payment failed. A failed renewal has a
  // paid period before it.
  records: [
    {
      uid: 'plugin::checkout.order',
      attribute: 'productDocumentId',
      of: 'api::product.product',
      except: { attribute: 'state', values: ['expired', 'failed'], unless: 'periodEndsAt' },
    },
  ],
  sortedTexts: { 'plugin::checkout.order': ['productTitle'] },
  normalizedTypes: ['plugin::checkout.order'],
  metrics: createCheckoutMetrics,
  definitions: orderDefinitions,
};

export { guardOrders } from './server/services/orders/guard-orders';
