import { hasTooManyMarks } from '../platform/database/nfc';

/** Characters that nobody sees. */
const INVISIBLE = /\p{Cf}|\u034F|\uFE0F/gu;

const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;

/**
 * A code such as a SKU, slug or ISBN without what spreadsheets, browsers and keyboards add or replace unseen: composed,
 * with ASCII digits, hyphens and blanks.
 */
export const normalizeCode = (text: string): string =>
  (hasTooManyMarks(text) ? text : text.normalize('NFKC'))
    .replace(INVISIBLE, '')
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Whether a spreadsheet has turned a code into a number that it shows as `9,78849E+12`. A code such as `1E5` has
 * another form.
 */
export const isRoundedNumber = (text: string): boolean =>
  /^[+-]?(?:\d+[.,]\d+E[+-]?\d+|\d+E[+-]\d+)$/i.test(normalizeCode(text));
