/** A price at the payment provider, in units of its currency. */
export type ProviderPrice = {
  account: string;
  /** Of the product there. */
  payID: string;
  amount: number;
  /** In capitals. */
  currency: string;
  /** Charged again and again, as instalments and subscriptions are. */
  isRecurring: boolean;
  /** What it costs in other currencies, by their codes in capitals; in the smallest unit. */
  otherAmounts?: Readonly<Record<string, number>>;
};

/** So many times the highest price at the provider is no full price before a discount any more. */
const SUSPICIOUS = 50;

/**
 * The price at the provider against which an amount looks a hundred times too high, as `390,50` does that was
 * taken for `39050`: exactly a hundred times one of them, or far beyond all of them. Null where it does not.
 *
 * @param prices those of the same product in the same currency
 */
export const hundredfoldOf = (
  amount: number,
  prices: readonly ProviderPrice[],
): ProviderPrice | null => {
  const paid = prices.filter((price) => price.amount > 0);
  const exact = paid.find((price) => Math.round(price.amount * 100) === amount);
  if (exact !== undefined) return exact;
  const [highest] = paid.toSorted((one, other) => other.amount - one.amount);
  return highest !== undefined && amount >= highest.amount * SUSPICIOUS ? highest : null;
};
