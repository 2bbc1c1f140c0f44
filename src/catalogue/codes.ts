import { hasTooManyMarks } from '#platform/nfc';

/** Invisible characters. */
const INVISIBLE = /\p{Cf}|\u034F|\uFE0F/gu;

const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;

/**
 * Returns a SKU, slug or ISBN without invisible changes by spreadsheets, browsers and keyboards:
 * composed, with ASCII digits, hyphens and spaces.
 */
export const normalizeCode = (text: string): string =>
  (hasTooManyMarks(text) ? text : text.normalize('NFKC'))
    .replace(INVISIBLE, '')
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Returns whether a spreadsheet has turned a code into a number such as `9,78849E+12`. A code such
 * as `1E5` has another form.
 */
export const isRoundedNumber = (text: string): boolean =>
  /^[+-]?(?:\d+[.,]\d+E[+-]?\d+|\d+E[+-]\d+)$/i.test(normalizeCode(text));
