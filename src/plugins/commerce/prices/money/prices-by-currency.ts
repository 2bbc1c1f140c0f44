import { majorUnits } from '../../../../catalogue/money/currency-decimals';

type Priced = {
  amount: number;
  /** Currency code in capitals. */
  currency: string;
  /** Amounts in other currencies, by code in capitals, in the smallest unit. */
  otherAmounts?: Readonly<Record<string, number>>;
  /** False if it has no fixed amount in its own currency. */
  hasOwnAmount?: boolean;
};

/** Returns a price once per currency in which it has an amount, its own currency first. */
export const listPriceCurrencies = <P extends Priced>(price: P): P[] => [
  price,
  ...Object.entries(price.otherAmounts ?? {}).map(([currency, unitAmount]) => ({
    ...price,
    currency,
    unitAmount,
    amount: majorUnits(unitAmount, currency),
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
  const chosen = new Map<string, P>();
  for (const price of prices) {
    const isOwn = !chosen.has(price.id) && price.hasOwnAmount !== false;
    if (isOwn || price.currency === currency) chosen.set(price.id, price);
  }
  return [...chosen.values()];
};
