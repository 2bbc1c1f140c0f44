import type { WithStrapi } from '../../platform/strapi/with-strapi';
import { featuresOf } from '../../feature/application';
import type { PaymentProducts } from '../../feature/payment-products';

const noPaymentProducts: PaymentProducts = {
  listAccounts: () => [],
  readAccountStates: () => Promise.resolve([]),
  readFacts: () => Promise.resolve({ accounts: new Map(), priceTolerance: 0 }),
  readDifferences: () => Promise.resolve([]),
  findUnlinked: () => Promise.resolve({ products: [], total: 0 }),
  fetchMissing: () => Promise.resolve(),
  queueRefresh: () => Promise.resolve(),
};

/** Returns the access to payment products; without a feature for prices, there are none. */
export const paymentProductsOf = (context: WithStrapi): PaymentProducts =>
  featuresOf(context).find(({ paymentProducts }) => paymentProducts !== undefined)
    ?.paymentProducts ?? noPaymentProducts;
