import type { Text } from '#feature/layout';
import { findNumber, toNumber, toVisibleText, type Meanings } from '../typed-values/read-number';
import { isCurrencySymbol } from './currencies';

/** Largest amount that the column holds: ten digits, two of them decimals. */
export const MAX_AMOUNT = 99_999_999.99;

/** Reason why a value is not a price. */
export type Problem = 'unreadable' | 'negative' | 'decimals' | 'tooHigh';

/** Returns why a number is not a price, or null if it is one. */
export const findAmountProblem = (amount: number): Problem | null => {
  if (!Number.isFinite(amount)) return 'unreadable';
  if (amount < 0) return 'negative';
  if (amount > MAX_AMOUNT) return 'tooHigh';
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

/** The price that a text denotes. */
export type ParsedPrice =
  | { kind: 'empty' }
  /** @param symbol currency symbol or code in the text; null without one */
  | { kind: 'amount'; amount: number; symbol: string | null }
  /** The text has two meanings; the second one is rounded to two decimals. */
  | { kind: 'ambiguous'; amounts: readonly [number, number] }
  | { kind: 'wrong'; problem: Problem };

const minus = /[-−–]/u;

const createUnreadablePrice = (problem: Problem): ParsedPrice => ({ kind: 'wrong', problem });

const toAmount = ([first, second]: Meanings, symbol: string | null): ParsedPrice => {
  if (second !== undefined) {
    return {
      kind: 'ambiguous',
      amounts: [toNumber(first), Math.round(toNumber(second) * 100) / 100],
    };
  }
  if (first.fraction.length > 2) return createUnreadablePrice('decimals');
  const amount = toNumber(first);
  const problem = findAmountProblem(amount);
  return problem === null ? { kind: 'amount', amount, symbol } : createUnreadablePrice(problem);
};

/**
 * Parses a typed or pasted price with either decimal separator, in any language: `390,50`,
 * `420.75`, `1.234,50 €`, `€1,234.50`. Spreadsheet cells with spaces, quotes and line ends are
 * accepted. A text with two meanings is ambiguous.
 */
export const parsePrice = (text: string): ParsedPrice => {
  const visible = toVisibleText(text);
  if (visible === '') return { kind: 'empty' };
  const number = findNumber(visible);
  if (number === null) return createUnreadablePrice('unreadable');
  const { before, meanings, after } = number;
  const isNegative =
    minus.test(before) || minus.test(after) || (before.startsWith('(') && after.endsWith(')'));
  const symbols = [before, after]
    .map((part) => part.replace(/[-−–()]/gu, '').trim())
    .filter((symbol) => symbol !== '');
  const [symbol = null] = symbols;
  if (symbols.length > 1 || (symbol !== null && !isCurrencySymbol(symbol)))
    return createUnreadablePrice('unreadable');
  return isNegative ? createUnreadablePrice('negative') : toAmount(meanings, symbol);
};
