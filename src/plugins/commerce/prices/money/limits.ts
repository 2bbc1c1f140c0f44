/** The largest amount that its column (ten digits, two of them behind the point) takes. */
export const HIGHEST = 99_999_999.99;

/** Why something is no price. */
export type Problem = 'unreadable' | 'negative' | 'decimals' | 'tooHigh';

/** What hinders a number from being a price; null where nothing does. */
export const problemOfAmount = (amount: number): Problem | null => {
  if (!Number.isFinite(amount)) return 'unreadable';
  if (amount < 0) return 'negative';
  if (amount > HIGHEST) return 'tooHigh';
  return Number(amount.toFixed(2)) === amount ? null : 'decimals';
};
