import type { Layout } from '../../feature/layout';

/** An order is read, never written; what became of it, and the money, stand beside the form in words. */
export const checkoutOrder: Layout = {
  uid: 'plugin::checkout.order',
  title: 'productTitle',
  columns: ['productTitle', 'state', 'customerEmail', 'amountTotal', 'vertical', 'createdAt'],
  sort: { by: 'createdAt', order: 'DESC' },
  rows: [
    {
      productTitle: { label: 'Product', size: 8 },
      productSKU: { label: 'SKU', size: 4 },
    },
    {
      state: { label: 'State', size: 4 },
      sessionStatus: { label: 'Checkout page', size: 4 },
      paymentStatus: { label: 'Payment', size: 4 },
    },
    {
      customerEmail: { label: 'Customer', size: 6 },
      user: { label: 'Student account', size: 6 },
    },
    {
      vertical: { label: 'Business line', size: 4 },
      origin: { label: 'Payment account', size: 4 },
      mode: { label: 'Kind', size: 4 },
    },
    {
      paidAt: { label: 'Paid', size: 6 },
      expiresAt: { label: 'Checkout page closes', size: 6 },
    },
    {
      sessionId: {
        label: 'Checkout session',
        hint: 'By this and the two below, the payment provider’s dashboard finds it.',
      },
    },
    {
      paymentIntentId: { label: 'Payment at the provider', size: 6 },
      subscriptionId: { label: 'Subscription at the provider', size: 6 },
    },
  ],
  hidden: {
    placedSignedIn: 'Bought signed in',
    amountTotal: 'Total',
    amountRefunded: 'Given back',
    currency: 'Currency',
    amountSubtotal: 'Subtotal',
    subscriptionStatus: 'Subscription',
    productDocumentId: 'Product’s document ID',
    productPayId: 'Product at the provider',
    priceId: 'Price at the provider',
    customerId: 'Customer at the provider',
    metadata: 'Metadata',
    timeline: 'History',
    version: 'Changes',
    syncedMs: 'Last read at the provider',
  },
};
