import type Stripe from 'stripe';
import { normalizeEmail } from '#platform/http/email-address';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Purchase } from '#plugins/commerce/checkout/contract';
import { checkoutErrors } from '#plugins/commerce/checkout/errors';
import { createHttpError } from '#platform/http/errors';
import { getTable } from '#platform/strapi/queries';
import { matchesPurchaseType } from '#catalogue/money/product-prices';
import { computeStableHash, withLease } from '../coordination';
import { uids, type CheckoutMode } from '../../types';
import { getStripeId, type Deadline, type PaymentAccount } from './client';
import { describeProviderError, isCustomerRefused, isMissing, isRefusal } from './errors';
import { listFixedAmounts, hasOtherCurrencies, parseInstalments } from './price';

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
  /**
   * Currency of the charge, in lower case: that of the business line if the price has an amount in
   * it, else its own.
   */
  currency: string;
  /** In the currency's smallest unit. Null: the customer chooses the amount. */
  unitAmount: number | null;
  /** Fixed amounts by currency, in lower case. */
  amounts: ReadonlyMap<string, number>;
  isRecurring: boolean;
  /** Number of payments of the price. Null: one payment, or a subscription without an end. */
  instalments: number | null;
  /** Whether the price has other currencies than its own. */
  hasOtherCurrencies: boolean;
};

const isEndless = ({ type }: Stripe.Price, { count }: { count: number | null }): boolean =>
  type === 'recurring' && count === null;

/**
 * Checks at the provider that a price may be sold. The price must belong to the product, be active,
 * and be charged as often as the mode says. Otherwise a cheap price could buy an expensive product.
 *
 * @throws PRICE_NOT_IN_PRODUCT, PRICE_NOT_ACTIVE, PRICE_NOT_ONE_TIME, PRICE_NOT_RECURRING,
 *   INSTALMENTS_NOT_CLEAR or PRICE_NOT_OF_PURCHASE_TYPE
 */
export const assertSellable = async (
  account: PaymentAccount,
  mode: CheckoutMode,
  { priceID, productPayID }: Purchase,
  { purchaseType, lineCurrency }: { purchaseType: string | null; lineCurrency: string },
  deadline: Deadline,
): Promise<SellablePrice> => {
  const price = await retrievePrice(account, priceID, deadline);
  if (price === null || getStripeId(price.product) !== productPayID) {
    throw createHttpError(checkoutErrors.PRICE_NOT_IN_PRODUCT);
  }
  if (!price.active) throw createHttpError(checkoutErrors.PRICE_NOT_ACTIVE);
  if (mode === 'payment' && price.type !== 'one_time') {
    throw createHttpError(checkoutErrors.PRICE_NOT_ONE_TIME);
  }
  if (mode === 'subscription' && price.type !== 'recurring') {
    throw createHttpError(checkoutErrors.PRICE_NOT_RECURRING);
  }
  const instalments = parseInstalments(price);
  if (
    'unclear' in instalments ||
    (purchaseType === 'instalments' && isEndless(price, instalments))
  ) {
    const unclearCount = 'unclear' in instalments ? instalments.unclear : '';
    throw createHttpError(checkoutErrors.INSTALMENTS_NOT_CLEAR, {
      details: { instalments: unclearCount },
    });
  }
  const priceTerms = { isRecurring: price.type === 'recurring', instalments: instalments.count };
  // A price by usage has no amount that a customer could agree to.
  const isMetered = price.recurring?.usage_type === 'metered';
  if (isMetered || !matchesPurchaseType(purchaseType, priceTerms)) {
    throw createHttpError(checkoutErrors.PRICE_NOT_OF_PURCHASE_TYPE);
  }
  const amounts = listFixedAmounts(price);
  const lineCurrencyCode = lineCurrency.toLowerCase();
  const currency = amounts.has(lineCurrencyCode) ? lineCurrencyCode : price.currency;
  return {
    ...priceTerms,
    currency,
    unitAmount: amounts.get(currency) ?? null,
    amounts,
    hasOtherCurrencies: hasOtherCurrencies(price),
  };
};

/** Metadata key of a customer's currency. */
const CURRENCY = 'currency';

/**
 * Returns the currency of a customer, or null if it is open. The provider ties customers to the
 * currency of their first subscription, and refuses others ("You cannot combine currencies on a
 * single customer"). Two pages may be open before that, so the metadata fixes the currency from the
 * beginning.
 */
const getCurrency = ({ currency, metadata }: Stripe.Customer): string | null =>
  currency ?? metadata[CURRENCY] ?? null;

/**
 * Returns the oldest customer of a currency, so that all nodes choose the same one. Otherwise
 * returns the oldest without a currency.
 */
const chooseCustomer = (
  customers: readonly Stripe.Customer[],
  currency: string,
): Stripe.Customer | undefined => {
  const oldestFirst = customers.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  return [currency, null].flatMap((candidateCurrency) =>
    oldestFirst.filter((customer) => getCurrency(customer) === candidateCurrency),
  )[0];
};

type Payer = {
  email: string;
  currency: string;
  /** Customer that the provider has refused, or null. */
  refused: string | null;
  /** Seed of the attempt: the provider creates one customer for the same seed. */
  seed: string;
};

/**
 * Returns the customers whose address differs from an address only in its spelling. The provider's
 * search has limits of its own, and does not exist in every country. If it refuses, the customer is
 * taken for a new one: a second customer does less harm than a lost sale.
 */
const searchCustomers = async (
  { strapi }: WithStrapi,
  { client, name }: PaymentAccount,
  email: string,
  deadline: Deadline,
): Promise<Stripe.Customer[]> => {
  const quoted = email.replace(/[\\'"]/g, '\\$&');
  try {
    const { data } = await deadline.call((options) =>
      client.customers.search({ query: `email:"${quoted}"`, limit: 100 }, options),
    );
    return data.filter((customer) => normalizeEmail(customer.email ?? '') === email);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    strapi.log.warn(
      `checkout: ${name} could not search for a customer: ${describeProviderError(error)}`,
    );
    return [];
  }
};

/**
 * Removes the customers of orders with another address. Customers may change theirs at the provider
 * to that of somebody else, who would then pay as the stranger's customer.
 */
const withoutStrangers = async (
  { strapi }: WithStrapi,
  { name: origin }: PaymentAccount,
  email: string,
  customers: readonly Stripe.Customer[],
): Promise<Stripe.Customer[]> => {
  if (customers.length === 0) return [];
  const ids = customers.map(({ id }) => id);
  const orders = await getTable<{ customerId: string }>({ strapi }, uids.order).findMany({
    where: { origin, customerId: { $in: ids }, customerEmail: { $nei: email } },
    select: ['customerId'],
  });
  const strangers = new Set(orders.map(({ customerId }) => customerId));
  return customers.filter(({ id }) => !strangers.has(id));
};

const findCustomer = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  { email, currency, refused }: Payer,
  deadline: Deadline,
) => {
  const { client } = account;
  const withSameAddress = (customers: readonly Stripe.Customer[]) =>
    withoutStrangers({ strapi }, account, email, customers);
  const exact = await deadline.call((options) =>
    client.customers.list({ email, limit: 100 }, options),
  );
  const listedCustomers = await withSameAddress(exact.data.filter(({ id }) => id !== refused));
  // The search index is minutes behind, and still finds deleted customers.
  if (listedCustomers.length > 0 || refused !== null)
    return chooseCustomer(listedCustomers, currency);
  // The list compares exactly. The search also finds addresses entered elsewhere as
  // Ana@Example.com.
  const alike = await searchCustomers({ strapi }, account, email, deadline);
  return chooseCustomer(await withSameAddress(alike), currency);
};

/** Sets the currency of a customer that has none. Returns null if the customer no longer exists. */
const claimCustomer = async (
  { client }: PaymentAccount,
  customer: Stripe.Customer,
  currency: string,
  deadline: Deadline,
): Promise<string | null> => {
  if (getCurrency(customer) !== null) return customer.id;
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

/**
 * Returns the provider's customer of an e-mail address and currency, and creates it if needed. A
 * lease prevents concurrent calls from creating two. The idempotency key prevents it when the
 * provider executes a call that was abandoned before.
 */
const ensureCustomer = (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  payer: Payer,
  deadline: Deadline,
): Promise<string> =>
  withLease(
    { strapi },
    {
      name: `customer:${computeStableHash([account.name, payer.email])}`,
      milliseconds: deadline.whole,
      patience: Math.max(0, deadline.remaining()),
      onBusy: () => createHttpError(checkoutErrors.PROVIDER_TIMEOUT),
    },
    async () => {
      const { email, currency, refused, seed } = payer;
      const existing = await findCustomer({ strapi }, account, payer, deadline);
      const claimed =
        existing === undefined ? null : await claimCustomer(account, existing, currency, deadline);
      if (claimed !== null) return claimed;
      const parameters = { email, metadata: { [CURRENCY]: currency } };
      const idempotencyKey = computeStableHash([account.name, seed, parameters, refused]);
      const created = await deadline.call((options) =>
        account.client.customers.create(parameters, { ...options, idempotencyKey }),
      );
      return created.id;
    },
  );

type NewSession = {
  mode: CheckoutMode;
  purchase: Purchase;
  price: SellablePrice;
  /** Metadata of the session and of its payment. */
  metadata: Stripe.MetadataParam;
  /** Whether the customer may enter a promotion code on the page. */
  allowsPromotionCodes: boolean;
  /**
   * Seed of the attempt: the provider returns the same session for the same seed and parameters.
   */
  seed: string;
};

/**
 * Creates the session at the provider for its customer. If the provider refuses the customer,
 * another one is used.
 */
export const createProviderSession = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  { mode, purchase, price, metadata, allowsPromotionCodes, seed }: NewSession,
  deadline: Deadline,
): Promise<Stripe.Checkout.Session> => {
  const ensureCustomerExcept = (refused: string | null): Promise<string> =>
    ensureCustomer(
      { strapi },
      account,
      { email: purchase.customer_email, currency: price.currency, refused, seed },
      deadline,
    );

  const createFor = (customer: string): Promise<Stripe.Checkout.Session> => {
    // Part of the idempotency key: other releases must build the same parameters for the same
    // purchase.
    const parameters: Stripe.Checkout.SessionCreateParams = {
      mode,
      customer,
      line_items: [{ price: purchase.priceID, quantity: 1 }],
      success_url: purchase.success_url,
      cancel_url: purchase.cancel_url,
      metadata,
      // Without it, the provider would choose a currency by the customer's country.
      ...(price.hasOtherCurrencies && { currency: price.currency }),
      ...(allowsPromotionCodes && { allow_promotion_codes: true }),
      ...(mode === 'payment'
        ? { payment_intent_data: { metadata } }
        : { subscription_data: { metadata } }),
    };
    const idempotencyKey = computeStableHash([account.name, seed, parameters]);
    return deadline.call((options) =>
      account.client.checkout.sessions.create(parameters, { ...options, idempotencyKey }),
    );
  };

  const customer = await ensureCustomerExcept(null);
  try {
    return await createFor(customer);
  } catch (error) {
    if (!isCustomerRefused(error)) throw error;
    return createFor(await ensureCustomerExcept(customer));
  }
};
