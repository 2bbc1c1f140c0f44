import { normalizeCode } from './codes';

const computeWeightedSum = (digits: string, weights: (at: number) => number): number =>
  Array.from(digits).reduce(
    (sum, digit, index) => sum + (digit === 'X' ? 10 : Number(digit)) * weights(index),
    0,
  );

/**
 * Returns an ISBN in its stored form: with ASCII digits and hyphens, and its check digit in upper
 * case.
 */
export const normalizeIsbn = (text: string): string => normalizeCode(text).toUpperCase();

const getIsbnDigits = (value: string): string => normalizeIsbn(value).replace(/[- ]/g, '');

/**
 * Returns whether a text is an ISBN of 10 or 13 digits with a valid check digit. Dashes and spaces
 * are ignored.
 */
export const isIsbn = (value: string): boolean => {
  const digits = getIsbnDigits(value);
  if (/^\d{9}[\dX]$/.test(digits))
    return computeWeightedSum(digits, (index) => 10 - index) % 11 === 0;
  if (/^97[89]\d{10}$/.test(digits))
    return computeWeightedSum(digits, (index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0;
  return false;
};

/** Ten to thirteen digits with dashes and blanks, and the word before them. */
const ISBN_IN_TEXT =
  /(?<![\p{L}\p{N}])(?:ISBN(?:-1[03])?[\s:]*)?((?:\p{Nd}[\s\p{Pd}−]{0,3}){9,12}[\p{Nd}X])(?![\p{L}\p{N}]|[\p{Pd}−]\p{Nd})/giu;

/** Returns a text in which each valid ISBN is reduced to its digits, as in the search index. */
export const compactIsbns = (text: string): string =>
  text.replace(ISBN_IN_TEXT, (whole, number: string) =>
    isIsbn(number) ? getIsbnDigits(number) : whole,
  );
