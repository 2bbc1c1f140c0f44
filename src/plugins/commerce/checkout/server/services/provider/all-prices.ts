import type Stripe from 'stripe';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { toMajorUnits } from '#catalogue/money/currencies';
import { intervals, type PaymentProvider, type ProviderAnswer } from '#plugins/commerce/prices';
import {
  createDeadline,
  getStripeId,
  getPaymentAccounts,
  getCheckoutSettings,
  type PaymentAccount,
} from './client';
import { createPriceAt } from './create-price';
import { describeProviderError, isMissing } from './errors';
import { listFixedAmounts, parseInstalments } from './price';
import { readAll } from './snapshot';

type AccountPrices = Pick<ProviderAnswer, 'products' | 'prices'>;

const nothing: AccountPrices = { products: [], prices: [] };

/**
 * Returns whether a product is on sale. Archived and deleted products sell nothing, even with
 * active prices.
 */
const isOnSale = (product: Stripe.Price['product']): boolean =>
  typeof product === 'string' || (product.deleted !== true && product.active);

const getDefaultPriceId = (product: Stripe.Price['product']): string | null =>
  typeof product === 'string' || product.deleted === true
    ? null
    : getStripeId(product.default_price);

const nameOf = (product: Stripe.Price['product']): string | null =>
  typeof product === 'string' || product.deleted === true ? null : product.name;

const toAccountPrices = (account: string, price: Stripe.Price): AccountPrices => {
  const { id, product, recurring } = price;
  const payID = getStripeId(product);
  if (payID === null || !isOnSale(product)) return nothing;
  const products = [{ account, payID }];
  const [first, ...others] = listFixedAmounts(price);
  // Without a fixed amount, because the customer or the usage determines it, there is nothing to
  // compare.
  if (first === undefined) return { products, prices: [] };
  const interval = intervals.find((item) => item === recurring?.interval) ?? null;
  // Frontends could not say how often a price of another interval is charged.
  if (recurring !== null && interval === null) return { products, prices: [] };
  const [code, unitAmount] = first;
  const currency = code.toUpperCase();
  const instalments = parseInstalments(price);
  return {
    products,
    prices: [
      {
        account,
        payID,
        id,
        amount: toMajorUnits(unitAmount, currency),
        unitAmount,
        currency,
        otherAmounts: Object.fromEntries(
          others.map(([other, amount]) => [other.toUpperCase(), amount]),
        ),
        ...(code !== price.currency && { hasOwnAmount: false }),
        isRecurring: price.type === 'recurring',
        interval,
        intervalCount: recurring?.interval_count ?? null,
        instalments: 'unclear' in instalments ? 'unclear' : instalments.count,
        isDefault: getDefaultPriceId(product) === id,
        productName: nameOf(product),
      },
    ],
  };
};

type Scope = {
  /** Null: all products. */
  product: string | null;
  /** Ends the reading between two pages. */
  signal?: AbortSignal;
};

const fetchSoldPrices = async (
  { strapi }: WithStrapi,
  { name, client }: PaymentAccount,
  { product, signal }: Scope,
): Promise<AccountPrices[]> => {
  const prices = await readAll((page) => {
    signal?.throwIfAborted();
    return createDeadline({ strapi }).call((options) =>
      client.prices.list(
        {
          ...page,
          active: true,
          expand: ['data.product', 'data.currency_options'],
          ...(product !== null && { product }),
        },
        options,
      ),
    );
  });
  return prices.map((price) => toAccountPrices(name, price));
};

/** Some accounts answer an unknown product with an error. */
const ignoreMissingProduct = (error: unknown): AccountPrices[] => {
  if (isMissing(error)) return [];
  throw error;
};

/** Returns the prices that accounts sell. Accounts that do not answer are listed in `silent`. */
const ask = async (
  { strapi }: WithStrapi,
  accounts: readonly PaymentAccount[],
  scope: Scope,
): Promise<ProviderAnswer> => {
  const silent: string[] = [];
  const askAccount = async (account: PaymentAccount): Promise<AccountPrices[]> => {
    try {
      return await fetchSoldPrices({ strapi }, account, scope).catch(ignoreMissingProduct);
    } catch (error) {
      scope.signal?.throwIfAborted();
      silent.push(account.name);
      strapi.log.warn(
        `checkout: ${account.name} could not list its prices: ${describeProviderError(error)}`,
      );
      return [];
    }
  };
  const accountPrices = (await Promise.all(accounts.map(askAccount))).flat();
  return {
    products: accountPrices.flatMap(({ products }) => products),
    prices: accountPrices.flatMap(({ prices }) => prices),
    heard: accounts.map(({ name }) => name).filter((name) => !silent.includes(name)),
    silent,
  };
};

/** Returns the payment accounts and functions that ask for their prices. */
export const createPaymentProvider = ({ strapi }: WithStrapi): PaymentProvider => {
  const listAccounts = (): PaymentAccount[] => [...getPaymentAccounts({ strapi }).values()];
  return {
    accounts: () => listAccounts().map(({ name }) => name),
    askForAll: (signal) => ask({ strapi }, listAccounts(), { product: null, signal }),
    askFor: (payID, account) =>
      ask(
        { strapi },
        listAccounts().filter(({ name }) => account === undefined || name === account),
        { product: payID },
      ),
    createPrice: (price, idempotencyKey) => createPriceAt({ strapi }, price, idempotencyKey),
    dashboardLink: (payID, account) => {
      const { apiBase, accounts } = getCheckoutSettings({ strapi });
      const isTest = accounts.some(
        ({ name, secretKey }) => name === account && /^[a-z]+_test_/.test(secretKey),
      );
      const dashboard = apiBase ?? `https://dashboard.stripe.com${isTest ? '/test' : ''}`;
      return `${dashboard.replace(/\/$/, '')}/products/${encodeURIComponent(payID)}`;
    },
  };
};
