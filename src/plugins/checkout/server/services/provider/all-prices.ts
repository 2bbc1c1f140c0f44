import type Stripe from 'stripe';
import type { PaymentProvider, ProviderAnswer } from '../../../../prices';
import type { WithStrapi } from '../../types';
import { createDeadline, idOf, paymentAccountsOf, type PaymentAccount } from './client';
import { describeProviderError, isMissing } from './errors';

/** Of a hundred prices each. */
const PAGES = 200;

type Sold = Pick<ProviderAnswer, 'products' | 'prices'>;

const soldAt = (account: string, price: Stripe.Price): Sold => {
  const { unit_amount: amount, currency: code } = price;
  const payID = idOf(price.product);
  if (payID === null) return { products: [], prices: [] };
  const products = [{ account, payID }];
  // Where the customer says the amount, or it depends on the quantity, there is none to compare with.
  if (amount === null) return { products, prices: [] };
  const currency = code.toUpperCase();
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const isRecurring = price.type === 'recurring';
  return {
    products,
    prices: [
      { account, payID, amount: amount / 10 ** maximumFractionDigits, currency, isRecurring },
    ],
  };
};

const soldBy = async (
  { strapi }: WithStrapi,
  { name, client }: PaymentAccount,
  product: string | null,
): Promise<Sold[]> => {
  const found: Sold[] = [];
  let after: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const { data, has_more: hasMore } = await createDeadline({ strapi }).call((options) =>
      client.prices.list(
        {
          active: true,
          limit: 100,
          ...(product !== null && { product }),
          ...(after !== undefined && { starting_after: after }),
        },
        options,
      ),
    );
    found.push(...data.map((price) => soldAt(name, price)));
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) break;
  }
  return found;
};

/** Some providers' accounts say as an error that they have nothing under a name. */
const orNone = (error: unknown): Sold[] => {
  if (isMissing(error)) return [];
  throw error;
};

/** What is on sale in the payment accounts; one that does not answer is named. */
const ask = async ({ strapi }: WithStrapi, product: string | null): Promise<ProviderAnswer> => {
  const silent: string[] = [];
  const askAccount = async (account: PaymentAccount): Promise<Sold[]> => {
    try {
      return await soldBy({ strapi }, account, product).catch(orNone);
    } catch (error) {
      silent.push(account.name);
      strapi.log.warn(`checkout: no prices of ${account.name}: ${describeProviderError(error)}`);
      return [];
    }
  };
  const sold = (
    await Promise.all([...paymentAccountsOf({ strapi }).values()].map(askAccount))
  ).flat();
  return {
    products: sold.flatMap(({ products }) => products),
    prices: sold.flatMap(({ prices }) => prices),
    silent,
  };
};

/** The payment accounts, and what they sell. */
export const paymentProvider = ({ strapi }: WithStrapi): PaymentProvider => ({
  accounts: () => [...paymentAccountsOf({ strapi }).keys()],
  askForAll: () => ask({ strapi }, null),
  askFor: (payID) => ask({ strapi }, payID),
});
