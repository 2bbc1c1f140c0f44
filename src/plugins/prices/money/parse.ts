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

type Digits = { whole: string; fraction: string };

/** A currency or a minus before or after, and between them what begins and ends with digits. */
const parts = /^(\D*?)([.,]?\d(?:[\d.,'’ ]*\d)?[.,]?)(\D*)$/u;

const minus = /[-−–]/u;

const wrong = (problem: Problem): Reading => ({ kind: 'wrong', problem });

/** `1 234,50`, `1'234.50`: the thousands are beyond doubt. */
const spaced = /^([1-9]\d{0,2}(?:([ '’])\d{3})(?:\2\d{3})*)(?:[.,](\d*))?$/u;

/** `1.234,50`, `1,234,567.8`: whichever stands last is the decimal one. */
const mixed = /^([1-9]\d{0,2}(?:([.,])\d{3})(?:\2\d{3})*)(?!\2)[.,](\d*)$/u;

/** `1.234.567`: decimals come once only. */
const grouped = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})+$/u;

const plain = /^(\d*)(?:[.,](\d*))?$/u;

const digitsOnly = (text: string): string => text.replace(/\D/g, '');

const digitsIn = (number: string): Digits | null => {
  const [, whole, , fraction = ''] = spaced.exec(number) ?? mixed.exec(number) ?? [];
  if (whole !== undefined) return { whole: digitsOnly(whole), fraction };
  if (grouped.test(number)) return { whole: digitsOnly(number), fraction: '' };
  const simple = plain.exec(number);
  return simple === null ? null : { whole: simple[1] ?? '', fraction: simple[2] ?? '' };
};

/** `1.234` and `1,234`: thousands to one reader, decimals to another. */
const isAmbiguous = (number: string): boolean => /^[1-9]\d{0,2}[.,]\d{3}$/u.test(number);

const valueOf = ({ whole, fraction }: Digits): number =>
  Number(`${whole || '0'}.${fraction || '0'}`);

const readNumber = (number: string, sign: string | null): Reading => {
  if (isAmbiguous(number)) {
    const [whole = '', fraction = ''] = number.split(/[.,]/);
    const asDecimal = Math.round(valueOf({ whole, fraction }) * 100) / 100;
    return { kind: 'ambiguous', amounts: [Number(whole + fraction), asDecimal] };
  }
  const digits = digitsIn(number);
  if (digits === null) return wrong('unreadable');
  if (digits.fraction.length > 2) return wrong('decimals');
  const amount = valueOf(digits);
  const problem = problemOfAmount(amount);
  return problem === null ? { kind: 'amount', amount, sign } : wrong(problem);
};

/**
 * Reads a price as people type and paste it, with either decimal separator, whatever the language: `390,50`,
 * `420.75`, `1.234,50 €`, `€1,234.50`, the cell of a spreadsheet with its spaces, quotes and line ends. What
 * could be meant in two ways is never decided.
 */
export const readPrice = (text: string): Reading => {
  const trimmed = text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^"([^"]*)"$/u, '$1')
    .trim();
  if (trimmed === '') return { kind: 'empty' };
  // Two cells are two prices.
  if (/[\t\r\n]/.test(trimmed)) return wrong('unreadable');
  const [, before = '', number, after = ''] = parts.exec(trimmed.replace(/\s/gu, ' ')) ?? [];
  if (number === undefined) return wrong('unreadable');
  const isNegative =
    minus.test(before) || minus.test(after) || (before.startsWith('(') && after.endsWith(')'));
  const [first, second] = [before, after].map((part) => part.replace(/[-−–()]/gu, '').trim());
  const signs = [first, second].filter((sign) => sign !== undefined && sign !== '');
  const [sign = null] = signs;
  if (signs.length > 1 || (sign !== null && !isSign(sign))) return wrong('unreadable');
  return isNegative ? wrong('negative') : readNumber(number, sign ?? null);
};
