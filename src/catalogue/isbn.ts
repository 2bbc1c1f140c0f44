import { normalizeCode } from './codes';

const weigh = (digits: string, weights: (at: number) => number): number =>
  Array.from(digits).reduce(
    (sum, digit, at) => sum + (digit === 'X' ? 10 : Number(digit)) * weights(at),
    0,
  );

/** An ISBN as it is stored: with ASCII digits and hyphens, and its check digit in upper case. */
export const normalizeIsbn = (text: string): string => normalizeCode(text).toUpperCase();

/** Whether this is an ISBN of 10 or 13 digits, dashes and spaces apart, whose check digit is right. */
export const isIsbn = (value: string): boolean => {
  const digits = normalizeIsbn(value).replace(/[- ]/g, '');
  if (/^\d{9}[\dX]$/.test(digits)) return weigh(digits, (at) => 10 - at) % 11 === 0;
  if (/^97[89]\d{10}$/.test(digits))
    return weigh(digits, (at) => (at % 2 === 0 ? 1 : 3)) % 10 === 0;
  return false;
};
