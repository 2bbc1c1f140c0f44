import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { ProviderPrice } from '../provider-price';

/** Product that an account sells. */
export type ProviderProduct = Pick<ProviderPrice, 'account' | 'payID'>;

/** Fields of a price that checkout needs besides its amount. */
type PriceTerms = {
  id: string;
  /** Amount in the currency's smallest unit. */
  unitAmount: number;
  /** Null: charged once. */
  interval: Interval | null;
  intervalCount: number | null;
  /**
   * Number of payments. Null: one payment, or no end. `unclear`: checkout refuses it. Older
   * releases did not store it.
   */
  instalments?: number | 'unclear' | null;
  /** Whether it is the product's default price at the provider. */
  isDefault: boolean;
  /** Name of the product at the provider. Older releases did not store it. */
  productName?: string | null;
};

export type PriceOnSale = ProviderPrice & PriceTerms;

/** Answer of payment providers, with the accounts that answered and those that did not. */
export type ProviderAnswer = {
  products: readonly ProviderProduct[];
  /** Prices of these products that have a fixed amount. */
  prices: readonly PriceOnSale[];
  heard: readonly string[];
  silent: readonly string[];
};

/** How often a recurring price is charged. */
export const intervals = ['day', 'week', 'month', 'year'] as const;

type Interval = (typeof intervals)[number];

export type WantedPrice = {
  account: string;
  /** Product to create the price for. Null: a new product of this name. */
  payID: string | null;
  name: string;
  /** Amount in the currency's smallest unit. */
  unitAmount: number;
  /** Currency code in capitals. */
  currency: string;
  /** Null: charged once. */
  interval: Interval | null;
  intervalCount: number;
  /** Number of payments. Null: one, or no end. */
  instalments: number | null;
  /** Id of the price that the new one replaces. Null: none. */
  replaces: string | null;
};

/** Created price with its product. */
export type CreatedPrice = { payID: string; priceID: string };

/** The provider does not answer, or cannot work at the moment. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** The provider refuses a request. The message is the provider's. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';
}

export type PaymentProvider = {
  accounts: () => readonly string[];
  /** Returns all prices on sale. The signal ends the reading between two pages. */
  askForAll: (signal: AbortSignal) => Promise<ProviderAnswer>;
  /** Returns the prices of one product, in one account or all. */
  askFor: (payID: string, account?: string) => Promise<ProviderAnswer>;
  /**
   * Creates a price, makes it the product's default where the replaced price was, and deactivates
   * the replaced price. Repeating it with the same key changes nothing.
   *
   * @throws ProviderUnavailable, ProviderRefusal
   */
  createPrice: (price: WantedPrice, idempotencyKey: string) => Promise<CreatedPrice>;
  /** Returns the address of a product in the provider's dashboard. */
  dashboardLink: (payID: string, account: string) => string;
};

const NAME = 'payment-providers';

/** Features register in any order, so the first caller creates the list. */
const getProviders = ({ strapi }: WithStrapi): PaymentProvider[] => {
  if (!strapi.has(NAME)) strapi.add(NAME, []);
  return strapi.get(NAME);
};

/** Registers a payment provider. Call it in `register`. */
export const definePaymentProvider = (context: WithStrapi, provider: PaymentProvider): void => {
  getProviders(context).push(provider);
};

/** Returns the names of all payment accounts, in lower case. */
export const listAccountNames = (context: WithStrapi): readonly string[] =>
  getProviders(context).flatMap((provider) => provider.accounts());

const mergeAnswers = (answers: readonly ProviderAnswer[]): ProviderAnswer => ({
  products: answers.flatMap(({ products }) => products),
  prices: answers.flatMap(({ prices }) => prices),
  heard: answers.flatMap(({ heard }) => heard),
  silent: answers.flatMap(({ silent }) => silent),
});

/** Returns all prices on sale at payment providers. */
export const fetchAllPrices = async (
  context: WithStrapi,
  signal: AbortSignal,
): Promise<ProviderAnswer> =>
  mergeAnswers(
    await Promise.all(getProviders(context).map((provider) => provider.askForAll(signal))),
  );

/** Returns the prices on sale of one product, in one account or all. */
export const fetchPrices = async (
  context: WithStrapi,
  payID: string,
  account?: string,
): Promise<ProviderAnswer> =>
  mergeAnswers(
    await Promise.all(
      getProviders(context)
        .filter((provider) => account === undefined || provider.accounts().includes(account))
        .map((provider) => provider.askFor(payID, account)),
    ),
  );

const findProvider = (context: WithStrapi, account: string): PaymentProvider | undefined =>
  getProviders(context).find((provider) => provider.accounts().includes(account));

/**
 * Creates a price in its account.
 *
 * @throws ProviderUnavailable, ProviderRefusal
 */
export const createProviderPrice = async (
  context: WithStrapi,
  price: WantedPrice,
  idempotencyKey: string,
): Promise<CreatedPrice> => {
  const provider = findProvider(context, price.account);
  if (provider === undefined) throw new ProviderRefusal(`No account ${price.account}`);
  return provider.createPrice(price, idempotencyKey);
};

/** Returns the address of a product in the dashboard of its account; null without the account. */
export const getDashboardLink = (
  context: WithStrapi,
  payID: string,
  account: string,
): string | null => findProvider(context, account)?.dashboardLink(payID, account) ?? null;
