import { findNumber, numberOf, visibleText, type Meanings } from '../../../../feature/read-number';
import { problemOfAmount, type Problem } from './limits';
import { isSign } from './signs';

/** What a text says of a price. */
export type Reading =
  | { kind: 'empty' }
  /** @param sign the currency as it was written, where it was */
  | { kind: 'amount'; amount: number; sign: string | null }
  /** It can be read in two ways; the second one rounded to the two decimals that a price has. */
  | { kind: 'ambiguous'; amounts: readonly [number, number] }
  | { kind: 'wrong'; problem: Problem };

const minus = /[-−–]/u;

const wrong = (problem: Problem): Reading => ({ kind: 'wrong', problem });

const readAmount = ([first, second]: Meanings, sign: string | null): Reading => {
  if (second !== undefined) {
    return {
      kind: 'ambiguous',
      amounts: [numberOf(first), Math.round(numberOf(second) * 100) / 100],
    };
  }
  if (first.fraction.length > 2) return wrong('decimals');
  const amount = numberOf(first);
  const problem = problemOfAmount(amount);
  return problem === null ? { kind: 'amount', amount, sign } : wrong(problem);
};

/**
 * Reads a price as people type and paste it, with either decimal separator, whatever the language: `390,50`,
 * `420.75`, `1.234,50 €`, `€1,234.50`, the cell of a spreadsheet with its spaces, quotes and line ends. What
 * could be meant in two ways is never decided.
 */
export const readPrice = (text: string): Reading => {
  const visible = visibleText(text);
  if (visible === '') return { kind: 'empty' };
  const found = findNumber(visible);
  if (found === null) return wrong('unreadable');
  const { before, meanings, after } = found;
  const isNegative =
    minus.test(before) || minus.test(after) || (before.startsWith('(') && after.endsWith(')'));
  const signs = [before, after]
    .map((part) => part.replace(/[-−–()]/gu, '').trim())
    .filter((sign) => sign !== '');
  const [sign = null] = signs;
  if (signs.length > 1 || (sign !== null && !isSign(sign))) return wrong('unreadable');
  return isNegative ? wrong('negative') : readAmount(meanings, sign);
};
