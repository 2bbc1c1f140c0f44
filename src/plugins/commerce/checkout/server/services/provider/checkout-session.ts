import { typedEmail } from '../../../../../../platform/http/email-address';
import type Stripe from 'stripe';
import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { checkoutErrors, type Purchase } from '../../../contract';
import { httpError } from '../../../../../../platform/http/errors';
import { fitsPurchaseType } from '../../../../../../catalogue/product-prices';
import { stableHash, withLease } from '../coordination';
import type { CheckoutMode } from '../../types';
import { idOf, type Deadline, type PaymentAccount } from './client';
import { isCustomerRefused, isMissing } from './errors';
import { instalmentsIn } from './instalments';
import { amountIn, otherCurrenciesOf } from './price-amounts';

const retrievePrice = async ({ client }: PaymentAccount, id: string, deadline: Deadline) => {
  try {
    return await deadline.call((options) =>
      client.prices.retrieve(id, { expand: ['product', 'currency_options'] }, options),
    );
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

export type SellablePrice = {
  /** In which it is charged: the business line's where the price has an amount in it, else its own; in lower case. */
  currency: string;
  /** In the currency's smallest unit; null: the customer names it. */
  unitAmount: number | null;
  isRecurring: boolean;
  /** In how many payments it is paid; null: at once, or by a subscription without an end. */
  instalments: number | null;
  /** Whether the provider may charge it in other currencies as well. */
  hasOtherCurrencies: boolean;
};

const isEndless = ({ type }: Stripe.Price, { count }: { count: number | null }): boolean =>
  type === 'recurring' && count === null;

/**
 * Makes sure, at the provider, that a price may be sold: it is one of this product's, so that no cheap
 * price buys a dear product, it is on sale, and it is charged as often as the mode says.
 *
 * @throws PRICE_NOT_IN_PRODUCT, PRICE_NOT_ACTIVE, PRICE_NOT_ONE_TIME, PRICE_NOT_RECURRING, INSTALMENTS_NOT_CLEAR or
 *   PRICE_NOT_OF_PURCHASE_TYPE
 */
export const assertSellable = async (
  account: PaymentAccount,
  mode: CheckoutMode,
  { priceID, productPayID }: Purchase,
  { purchaseType, lineCurrency }: { purchaseType: string | null; lineCurrency: string },
  deadline: Deadline,
): Promise<SellablePrice> => {
  const price = await retrievePrice(account, priceID, deadline);
  if (price === null || idOf(price.product) !== productPayID) {
    throw httpError(checkoutErrors.PRICE_NOT_IN_PRODUCT);
  }
  if (!price.active) throw httpError(checkoutErrors.PRICE_NOT_ACTIVE);
  if (mode === 'payment' && price.type !== 'one_time') {
    throw httpError(checkoutErrors.PRICE_NOT_ONE_TIME);
  }
  if (mode === 'subscription' && price.type !== 'recurring') {
    throw httpError(checkoutErrors.PRICE_NOT_RECURRING);
  }
  const instalments = instalmentsIn(price);
  if (
    'unclear' in instalments ||
    (purchaseType === 'instalments' && isEndless(price, instalments))
  ) {
    const said = 'unclear' in instalments ? instalments.unclear : '';
    throw httpError(checkoutErrors.INSTALMENTS_NOT_CLEAR, { details: { instalments: said } });
  }
  const charging = { isRecurring: price.type === 'recurring', instalments: instalments.count };
  if (!fitsPurchaseType(purchaseType, charging)) {
    throw httpError(checkoutErrors.PRICE_NOT_OF_PURCHASE_TYPE);
  }
  const wanted = lineCurrency.toLowerCase();
  const currency = amountIn(price, wanted) === null ? price.currency : wanted;
  return {
    ...charging,
    currency,
    unitAmount: amountIn(price, currency),
    hasOtherCurrencies: otherCurrenciesOf(price).length > 0,
  };
};

/** What a customer's metadata call the currency that it is for. */
const CURRENCY = 'currency';

/**
 * The currency that a customer pays in; null: none yet. The provider ties one to that of its first subscription, and refuses all
 * others from then on ("You cannot combine currencies on a single customer"). Two pages may be open before that, so each is
 * said to be for one from the beginning.
 */
const currencyOf = ({ currency, metadata }: Stripe.Customer): string | null =>
  currency ?? metadata[CURRENCY] ?? null;

/** The oldest of a currency, so that all nodes take the same one; else of those that are for none yet. */
const chooseCustomer = (
  customers: readonly Stripe.Customer[],
  currency: string,
): Stripe.Customer | undefined => {
  const oldestFirst = customers.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  return [currency, null].flatMap((wanted) =>
    oldestFirst.filter((customer) => currencyOf(customer) === wanted),
  )[0];
};

type Payer = {
  email: string;
  currency: string;
  /** A customer that the provider has refused; null: none. */
  refused: string | null;
};

const findCustomer = async (
  { client }: PaymentAccount,
  { email, currency, refused }: Payer,
  deadline: Deadline,
) => {
  const exact = await deadline.call((options) =>
    client.customers.list({ email, limit: 100 }, options),
  );
  const listed = exact.data.filter(({ id }) => id !== refused);
  // The search is minutes behind, and goes on finding who was deleted.
  if (listed.length > 0 || refused !== null) return chooseCustomer(listed, currency);
  // The list compares letter by letter; the search finds who was entered as Ana@Example.com elsewhere.
  const quoted = email.replace(/[\\'"]/g, '\\$&');
  const alike = await deadline.call((options) =>
    client.customers.search({ query: `email:"${quoted}"`, limit: 100 }, options),
  );
  return chooseCustomer(
    alike.data.filter((customer) => typedEmail(customer.email ?? '') === email),
    currency,
  );
};

/** Says which currency a customer is for, where nothing does; null: it was deleted meanwhile. */
const claimCustomer = async (
  { client }: PaymentAccount,
  customer: Stripe.Customer,
  currency: string,
  deadline: Deadline,
): Promise<string | null> => {
  if (currencyOf(customer) !== null) return customer.id;
  try {
    await deadline.call((options) =>
      client.customers.update(customer.id, { metadata: { [CURRENCY]: currency } }, options),
    );
    return customer.id;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/** The customer of an e-mail address and currency at the provider, made if there is none; one, whoever asks at once. */
const customerFor = (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  payer: Payer,
  deadline: Deadline,
): Promise<string> =>
  withLease(
    { strapi },
    {
      name: `customer:${stableHash([account.name, payer.email])}`,
      milliseconds: deadline.whole,
      patience: Math.max(0, deadline.remaining()),
      onBusy: () => httpError(checkoutErrors.PROVIDER_TIMEOUT),
    },
    async () => {
      const { email, currency } = payer;
      const found = await findCustomer(account, payer, deadline);
      const claimed =
        found === undefined ? null : await claimCustomer(account, found, currency, deadline);
      if (claimed !== null) return claimed;
      const made = await deadline.call((options) =>
        account.client.customers.create({ email, metadata: { [CURRENCY]: currency } }, options),
      );
      return made.id;
    },
  );

type NewSession = {
  mode: CheckoutMode;
  purchase: Purchase;
  price: SellablePrice;
  /** Of the session and of its payment. */
  metadata: Stripe.MetadataParam;
  /** Whether the customer may enter one on the page. */
  allowsPromotionCodes: boolean;
  /** Of the attempt: the provider answers the same session to the same seed and parameters. */
  seed: string;
};

/** Makes the session at the provider, for its customer; for another one, where the provider does not take that. */
export const createProviderSession = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  { mode, purchase, price, metadata, allowsPromotionCodes, seed }: NewSession,
  deadline: Deadline,
): Promise<Stripe.Checkout.Session> => {
  const customerWithout = (refused: string | null): Promise<string> =>
    customerFor(
      { strapi },
      account,
      { email: purchase.customer_email, currency: price.currency, refused },
      deadline,
    );

  const createFor = (customer: string): Promise<Stripe.Checkout.Session> => {
    // Hashed with the seed into the provider's key: other releases must say the same for the same purchase.
    const parameters: Stripe.Checkout.SessionCreateParams = {
      mode,
      customer,
      line_items: [{ price: purchase.priceID, quantity: 1 }],
      success_url: purchase.success_url,
      cancel_url: purchase.cancel_url,
      metadata,
      // The provider would choose one by the customer's country.
      ...(price.hasOtherCurrencies && { currency: price.currency }),
      ...(allowsPromotionCodes && { allow_promotion_codes: true }),
      ...(mode === 'payment'
        ? { payment_intent_data: { metadata } }
        : { subscription_data: { metadata } }),
    };
    const idempotencyKey = stableHash([account.name, seed, parameters]);
    return deadline.call((options) =>
      account.client.checkout.sessions.create(parameters, { ...options, idempotencyKey }),
    );
  };

  const customer = await customerWithout(null);
  try {
    return await createFor(customer);
  } catch (error) {
    if (!isCustomerRefused(error)) throw error;
    return createFor(await customerWithout(customer));
  }
};
