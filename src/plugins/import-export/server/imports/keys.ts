import { DateTime } from 'luxon';
import { hasTooManyMarks } from '../../../../database/nfc';

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
 * Whether a spreadsheet has turned a code into a number that it shows as `9,78849E+12`. What people call `1E5` is not
 * written so.
 */
export const isRoundedNumber = (text: string): boolean =>
  /^[+-]?(?:\d+[.,]\d+E[+-]?\d+|\d+E[+-]\d+)$/i.test(normalizeCode(text));

/** Names of months as spreadsheets write them in English and Spanish, long and short. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan(?:uary)?|ene(?:ro)?)$/,
  /^feb(?:ruary|rero)?$/,
  /^(?:mar(?:ch|zo)?)$/,
  /^(?:apr(?:il)?|abr(?:il)?)$/,
  /^may(?:o)?$/,
  /^june?$|^junio$/,
  /^july?$|^julio$/,
  /^(?:aug(?:ust)?|ago(?:sto)?)$/,
  /^(?:sept?(?:ember|iembre)?|set)$/,
  /^oct(?:ober|ubre)?$/,
  /^nov(?:ember|iembre)?$/,
  /^(?:dec(?:ember)?|dic(?:iembre)?)$/,
];

/** The number of a month; null where a word is none. */
const monthOf = (word: string): number | null => {
  const at = MONTHS.findIndex((month) => month.test(word.replace(/\.$/, '')));
  return at === -1 ? null : at + 1;
};

const year = (number: number): number => number % 100;

const datedAs = (...numbers: readonly number[]): string =>
  `date ${numbers.toSorted((one, other) => one - other).join(' ')}`;

/** The codes that a spreadsheet could have taken for a day: of a month, of that year, or the first of a month. */
const formsOfDay = ({ day, month, year: whole }: { day: number; month: number; year: number }) => [
  datedAs(day, month),
  datedAs(day, month, year(whole)),
  ...(day === 1 ? [datedAs(month, year(whole))] : []),
];

/** Days that spreadsheets number so, of 1995 to 2064. */
const isSerial = (number: number): boolean => number >= 34_700 && number <= 60_300;

/** What a code can be as a day: `3-4`, `04-mar`, `mar-04`, `2026-04-03`, `03/04/2026`, `SEPT2`, `46115`. */
const dayForms = (code: string): string[] => {
  const [, wholeYear, isoMonth, isoDay] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(code) ?? [];
  if (wholeYear !== undefined) {
    return formsOfDay({
      day: Number(isoDay),
      month: Number(isoMonth),
      year: Number(wholeYear),
    });
  }
  if (/^\d{5}$/.test(code) && isSerial(Number(code))) {
    const { day, month, year: whole } = DateTime.utc(1899, 12, 30).plus({ days: Number(code) });
    return formsOfDay({ day, month, year: whole });
  }
  const parts = code.match(/\d+|\p{L}+\.?/gu) ?? [];
  if (
    parts.length < 2 ||
    parts.length > 3 ||
    !/^[\p{L}\d]+(?:[-/. ]*[\p{L}\d]+)*\.?$/u.test(code)
  ) {
    return [];
  }
  const numbers = parts.map((part) => (/^\d+$/.test(part) ? Number(part) : monthOf(part)));
  if (numbers.some((number) => number === null)) return [];
  const all = numbers as number[];
  const isDayLike = all.every((number) => number > 0 && (number <= 99 || number >= 1900));
  const isSeparated = /[-/]/.test(code) || parts.some((part) => !/^\d/.test(part));
  if (!isDayLike || !isSeparated) return [];
  const [first = 0, second = 0, third] = all.map((number) =>
    number >= 1900 ? year(number) : number,
  );
  if (third === undefined) return [datedAs(first, second)];
  // The year that a spreadsheet adds is in none of the parts that somebody wrote.
  return [
    datedAs(first, second, third),
    datedAs(first, second),
    ...(first === 1 ? [datedAs(second, third)] : []),
  ];
};

/** Digits that spreadsheets keep of a number. */
const KEPT_DIGITS = 15;

/** What a code can be as a number: `0012`, `12`, `12.0`, `1E5`, `100000`, `1.234`. */
const numberForms = (code: string): string[] => {
  const plain = /^\d{1,3}(?:[.,\s]\d{3})+$/.test(code) ? code.replace(/[.,\s]/g, '') : code;
  const [, digits, exponent] = /^(\d+(?:[.,]\d+)?)E\+?(\d{1,2})$/i.exec(plain) ?? [];
  if (digits !== undefined) {
    const value = Number(digits.replace(',', '.')) * 10 ** Number(exponent);
    return Number.isSafeInteger(value) ? [`number ${value}`] : [];
  }
  const [, whole] = /^0*(\d+)(?:[.,]0+)?$/.exec(plain) ?? [];
  if (whole === undefined) return [];
  return whole.length > KEPT_DIGITS
    ? [`digits ${whole.length} ${whole.slice(0, KEPT_DIGITS)}`]
    : [`number ${whole}`];
};

/**
 * What a code is compared by with codes that a spreadsheet may have changed. Codes with a form in common resemble each
 * other.
 */
export const resemblingForms = (text: string): readonly string[] => {
  const code = normalizeCode(text).toLowerCase().replace(/^'/, '');
  return code === '' ? [] : [`text ${code}`, ...numberForms(code), ...dayForms(code)];
};

/**
 * Returns what the codes of one file are compared by: {@link resemblingForms}, but no day of a number. Of many numbers
 * that stand in a row, some would be the same day of two years.
 */
export const formsInFile = (text: string): readonly string[] =>
  /^\d+$/.test(normalizeCode(text))
    ? resemblingForms(text).filter((form) => !form.startsWith('date '))
    : resemblingForms(text);

export const isResembling = (one: string, other: string): boolean => {
  const forms = resemblingForms(one);
  return resemblingForms(other).some((form) => forms.includes(form));
};
