import type { WithStrapi } from '../../../../platform/with-strapi';
import type { ProviderPrice } from '../money/compare';

/** A product that an account sells, at whatever price. */
export type ProviderProduct = Pick<ProviderPrice, 'account' | 'payID'>;

/** What checkout has to know of a price besides its amount. */
export type PriceTerms = {
  id: string;
  /** In the smallest unit of the currency. */
  unitAmount: number;
  /** `day`, `week`, `month` or `year`; null where it is charged once. */
  interval: string | null;
  intervalCount: number | null;
  /**
   * In how many payments it is paid; null: at once, or without an end; unclear: checkout does not sell it. Missing in what an
   * older release has kept.
   */
  instalments?: number | 'unclear' | null;
  /** The one that the provider suggests of the product's. */
  isDefault: boolean;
  /** What the provider calls the product; missing in what an older release has kept. */
  productName?: string | null;
};

/** A price that is on sale. */
export type PriceOnSale = ProviderPrice & PriceTerms;

/** What payment providers say, the accounts that did, and those that did not answer. */
export type ProviderAnswer = {
  products: readonly ProviderProduct[];
  /** Of those products, where they have a fixed amount. */
  prices: readonly PriceOnSale[];
  heard: readonly string[];
  silent: readonly string[];
};

/** Where products are paid: its accounts, and how to learn what they sell. */
export type PaymentProvider = {
  accounts: () => readonly string[];
  /** Every price that is on sale. */
  askForAll: () => Promise<ProviderAnswer>;
  /** Those of one product, in whichever account it is sold, or in one. */
  askFor: (payID: string, account?: string) => Promise<ProviderAnswer>;
};

const NAME = 'payment-providers';

/** Features register in any order, hence made by the first that asks. */
const providersOf = ({ strapi }: WithStrapi): PaymentProvider[] => {
  if (!strapi.has(NAME)) strapi.add(NAME, []);
  return strapi.get(NAME);
};

/** Says how to learn what products cost where they are paid; call it in `register`. */
export const definePaymentProvider = (context: WithStrapi, provider: PaymentProvider): void => {
  providersOf(context).push(provider);
};

/** The names of the payment accounts of the service, in lower case. */
export const paymentAccounts = (context: WithStrapi): readonly string[] =>
  providersOf(context).flatMap((provider) => provider.accounts());

const together = (answers: readonly ProviderAnswer[]): ProviderAnswer => ({
  products: answers.flatMap(({ products }) => products),
  prices: answers.flatMap(({ prices }) => prices),
  heard: answers.flatMap(({ heard }) => heard),
  silent: answers.flatMap(({ silent }) => silent),
});

/** Every price that is on sale at payment providers. */
export const askProviders = async (context: WithStrapi): Promise<ProviderAnswer> =>
  together(await Promise.all(providersOf(context).map((provider) => provider.askForAll())));

/** The prices on sale of one product at payment providers, in all accounts or in one. */
export const askProvidersFor = async (
  context: WithStrapi,
  payID: string,
  account?: string,
): Promise<ProviderAnswer> =>
  together(
    await Promise.all(
      providersOf(context)
        .filter((provider) => account === undefined || provider.accounts().includes(account))
        .map((provider) => provider.askFor(payID, account)),
    ),
  );
