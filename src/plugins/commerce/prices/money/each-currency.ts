import { majorUnits } from '../../../../feature/currency-decimals';

type Priced = {
  amount: number;
  /** In capitals. */
  currency: string;
  /** What it costs in other currencies, by their codes in capitals; in the smallest unit. */
  otherAmounts?: Readonly<Record<string, number>>;
};

/** Returns a price once for each currency in which it has an amount; its own currency comes first. */
export const inEachCurrency = <P extends Priced>(price: P): P[] => [
  price,
  ...Object.entries(price.otherAmounts ?? {}).map(([currency, unitAmount]) => ({
    ...price,
    currency,
    unitAmount,
    amount: majorUnits(unitAmount, currency),
  })),
];

/**
 * Returns each price once: in one currency where it has an amount in it, else in its own.
 *
 * @param prices as {@link inEachCurrency} lists them
 */
export const inOneCurrency = <P extends Priced & { id: string }>(
  prices: readonly P[],
  currency: string,
): P[] => {
  const chosen = new Map<string, P>();
  for (const price of prices) {
    if (!chosen.has(price.id) || price.currency === currency) chosen.set(price.id, price);
  }
  return [...chosen.values()];
};
