import type { UnlinkedPaymentProduct } from '#feature/payment-products';
import { toMajorUnits } from '#catalogue/money/currencies';

/** Price of a payment product, and its number of payments. */
export type ListedPrice = UnlinkedPaymentProduct['prices'][number] & {
  instalments: number | 'unclear' | null;
};

/** Payment product as the panel lists it. */
export type ListedProduct = Omit<UnlinkedPaymentProduct, 'prices'> & {
  prices: readonly ListedPrice[];
  /** Address in the provider's dashboard. */
  link: string | null;
  /** Titles of other entries that are sold as this product, as far as the user may read them. */
  usedBy: readonly string[];
  isUsed: boolean;
};

/** A price at the payment provider, in units of its currency. */
export type ProviderPrice = {
  account: string;
  /** Id of the product at the provider. */
  payID: string;
  amount: number;
  /** Currency code in capitals. */
  currency: string;
  /** Whether it is charged repeatedly, like instalments and subscriptions. */
  isRecurring: boolean;
  /**
   * Amounts in other currencies, by code in capitals, in the smallest unit. Older releases did not
   * store them.
   */
  otherAmounts?: Readonly<Record<string, number>>;
  /**
   * False if the price has no fixed amount in its own currency: it is then sold only in the
   * currencies listed here.
   */
  hasOwnAmount?: boolean;
};

/**
 * From this multiple of the provider's highest price on, an amount cannot be a full price before a
 * discount.
 */
const SUSPICIOUS = 50;

/**
 * Returns the provider's price against which an amount looks a hundred times too high, like `39050`
 * typed for `390,50`. It is exactly a hundred times one of the prices, or far above all of them.
 * Returns null otherwise.
 *
 * @param prices of the same product in the same currency
 */
export const findHundredfoldPrice = (
  amount: number,
  prices: readonly ProviderPrice[],
): ProviderPrice | null => {
  const paid = prices.filter((price) => price.amount > 0);
  const exact = paid.find((price) => Math.round(price.amount * 100) === amount);
  if (exact !== undefined) return exact;
  const [highest] = paid.toSorted((first, other) => other.amount - first.amount);
  return highest !== undefined && amount >= highest.amount * SUSPICIOUS ? highest : null;
};

type Priced = Pick<ProviderPrice, 'amount' | 'currency' | 'otherAmounts' | 'hasOwnAmount'>;

/** Returns a price once per currency in which it has an amount, its own currency first. */
export const listPriceCurrencies = <P extends Priced>(price: P): P[] => [
  price,
  ...Object.entries(price.otherAmounts ?? {}).map(([currency, unitAmount]) => ({
    ...price,
    currency,
    unitAmount,
    amount: toMajorUnits(unitAmount, currency),
  })),
];

/**
 * Returns each price once: in the given currency if it has an amount in it, else in its own. A
 * price without a fixed amount in either is left out.
 *
 * @param prices as {@link listPriceCurrencies} returns them
 */
export const selectPricesInCurrency = <P extends Priced & { id: string }>(
  prices: readonly P[],
  currency: string,
): P[] => {
  const chosenPrices = new Map<string, P>();
  for (const price of prices) {
    const isOwn = !chosenPrices.has(price.id) && price.hasOwnAmount !== false;
    if (isOwn || price.currency === currency) chosenPrices.set(price.id, price);
  }
  return [...chosenPrices.values()];
};
