import type { OfferedPrice } from '../feature/readiness';

/** A price that visitors read, and how the provider charges what stands for it. */
export type ShownPrice = { field: string; amount: number; isRecurring: boolean };

/**
 * The prices of a product by which visitors expect to be charged: the price to pay, where it has none the full one, and
 * that of an instalment.
 */
export const shownPrices = (amountOf: (field: string) => number | null): readonly ShownPrice[] => {
  const once = amountOf('tuitionPrice') === null ? 'fullPrice' : 'tuitionPrice';
  return [
    { field: once, isRecurring: false },
    { field: 'instalmentsPrice', isRecurring: true },
  ].flatMap(({ field, isRecurring }) => {
    const amount = amountOf(field);
    return amount === null ? [] : [{ field, amount, isRecurring }];
  });
};

/** The lowest price that the provider charges instead of a shown one; null where it charges that, or nothing like it. */
export const chargedInstead = (
  { amount, isRecurring }: ShownPrice,
  offered: readonly OfferedPrice[],
  currencies: readonly string[],
): OfferedPrice | null => {
  const alike = offered.filter(
    (price) => price.isRecurring === isRecurring && currencies.includes(price.currency),
  );
  if (alike.some((price) => price.amount === amount)) return null;
  const [first] = alike;
  if (first === undefined) return null;
  const lowest = Math.min(...alike.map((price) => price.amount));
  return { ...first, amount: lowest };
};
