import type { Core } from '@strapi/types';
import type { ProviderPrice } from '../money/compare';

type WithStrapi = { strapi: Core.Strapi };

/** A product that an account sells, at whatever price. */
export type ProviderProduct = Pick<ProviderPrice, 'account' | 'payID'>;

/** What payment providers say, and the accounts that did not answer. */
export type ProviderAnswer = {
  products: readonly ProviderProduct[];
  /** Of those products, where they have a fixed amount. */
  prices: readonly ProviderPrice[];
  silent: readonly string[];
};

/** Where products are paid: its accounts, and how to learn what they sell. */
export type PaymentProvider = {
  accounts: () => readonly string[];
  /** Every price that is on sale. */
  askForAll: () => Promise<ProviderAnswer>;
  /** Those of one product, in whichever account it is sold. */
  askFor: (payID: string) => Promise<ProviderAnswer>;
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
  silent: answers.flatMap(({ silent }) => silent),
});

/** Every price that is on sale at payment providers. */
export const askProviders = async (context: WithStrapi): Promise<ProviderAnswer> =>
  together(await Promise.all(providersOf(context).map((provider) => provider.askForAll())));

/** The prices on sale of one product at payment providers. */
export const askProvidersFor = async (
  context: WithStrapi,
  payID: string,
): Promise<ProviderAnswer> =>
  together(await Promise.all(providersOf(context).map((provider) => provider.askFor(payID))));
