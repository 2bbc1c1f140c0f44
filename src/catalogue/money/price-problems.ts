import type { Text } from '../../feature/layout';

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

/** Messages for values that are not prices, in forms, grids and imports. */
export const priceProblemTexts: Readonly<Record<Problem, Text>> = {
  unreadable: {
    en: 'This text is not a price. Write a number.',
    es: 'Este texto no es un precio. Escribe un número.',
  },
  negative: { en: 'A price cannot be negative.', es: 'Un precio no puede ser negativo.' },
  decimals: {
    en: 'A price has two decimals at most.',
    es: 'Un precio tiene dos decimales como mucho.',
  },
  tooHigh: {
    en: 'This price is too high to store.',
    es: 'Este precio es demasiado alto para guardarlo.',
  },
};
