import type Stripe from 'stripe';
import { checkoutErrors } from '../../../contract';
import { httpError } from '../../../../../http/errors';
import type { PaymentAccount } from './payment-accounts';
import type { Deadline } from './deadline';
import { isMissing } from './errors';

export type Mode = 'payment' | 'subscription';

const productOf = ({ product }: Stripe.Price): string =>
  typeof product === 'string' ? product : product.id;

const retrieve = async ({ client }: PaymentAccount, priceId: string, deadline: Deadline) => {
  try {
    return await deadline.call((options) => client.prices.retrieve(priceId, {}, options));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/**
 * Makes sure, at the provider, that a price may be sold: it is one of this product's, so that no cheap
 * price buys a dear product, it is on sale, and it is charged as often as the mode says.
 */
export const assertSellable = async (
  account: PaymentAccount,
  { priceId, payId, mode }: { priceId: string; payId: string; mode: Mode },
  deadline: Deadline,
): Promise<void> => {
  const price = await retrieve(account, priceId, deadline);
  if (price === null || productOf(price) !== payId) {
    throw httpError(checkoutErrors.PRICE_NOT_IN_PRODUCT);
  }
  if (!price.active) throw httpError(checkoutErrors.PRICE_NOT_ACTIVE);
  if (mode === 'payment' && price.type !== 'one_time') {
    throw httpError(checkoutErrors.PRICE_NOT_ONE_TIME);
  }
  if (mode === 'subscription' && price.type !== 'recurring') {
    throw httpError(checkoutErrors.PRICE_NOT_RECURRING);
  }
};
