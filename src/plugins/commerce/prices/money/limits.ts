/** Largest amount that the column holds: ten digits, two of them decimals. */
export const HIGHEST = 99_999_999.99;

/** Reason why a value is not a price. */
export type Problem = 'unreadable' | 'negative' | 'decimals' | 'tooHigh';

/** Returns why a number is not a price, or null if it is one. */
export const findAmountProblem = (amount: number): Problem | null => {
  if (!Number.isFinite(amount)) return 'unreadable';
  if (amount < 0) return 'negative';
  if (amount > HIGHEST) return 'tooHigh';
  return Number(amount.toFixed(2)) === amount ? null : 'decimals';
};
