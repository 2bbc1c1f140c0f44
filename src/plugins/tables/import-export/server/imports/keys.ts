import { DateTime } from 'luxon';
import { normalizeCode } from '#catalogue/codes';

/** Names of months in spreadsheets, English and Spanish, long and short. */
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

/** Returns the number of a month, or null if the word is not one. */
const parseMonth = (word: string): number | null => {
  const index = MONTHS.findIndex((month) => month.test(word.replace(/\.$/, '')));
  return index === -1 ? null : index + 1;
};

const shortenYear = (number: number): number => number % 100;

const buildDateForm = (...numbers: readonly number[]): string =>
  `date ${numbers.toSorted((first, other) => first - other).join(' ')}`;

/** Returns the form of a code with points, whose parts have a fixed order. */
const buildDottedForm = (...numbers: readonly number[]): string => `points ${numbers.join(' ')}`;

/**
 * Returns the forms of codes that a spreadsheet could turn into a date. They are a day and month,
 * with or without the year, or a month of a year.
 */
const buildDayForms = ({
  day,
  month,
  year: whole,
}: {
  day: number;
  month: number;
  year: number;
}) => [
  buildDateForm(day, month),
  buildDateForm(day, month, shortenYear(whole)),
  buildDottedForm(day, month),
  buildDottedForm(day, month, shortenYear(whole)),
  ...(day === 1
    ? [buildDateForm(month, shortenYear(whole)), buildDottedForm(month, shortenYear(whole))]
    : []),
];

/** Returns whether a number is the serial number of a date from 1995 to 2064. */
const isSerial = (number: number): boolean => number >= 34_700 && number <= 60_300;

/**
 * Returns the forms of a code that can be a date: `3-4`, `04-mar`, `mar-04`, `2026-04-03`,
 * `03/04/2026`, `SEPT2`, `46115`. With points, as in `1.5`, the day comes first.
 */
const findDayForms = (code: string): string[] => {
  const [, wholeYear, isoMonth, isoDay] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(code) ?? [];
  if (wholeYear !== undefined) {
    return buildDayForms({
      day: Number(isoDay),
      month: Number(isoMonth),
      year: Number(wholeYear),
    });
  }
  if (/^\d{5}$/.test(code) && isSerial(Number(code))) {
    const { day, month, year: whole } = DateTime.utc(1899, 12, 30).plus({ days: Number(code) });
    return buildDayForms({ day, month, year: whole });
  }
  const parts = code.match(/\d+|\p{L}+\.?/gu) ?? [];
  if (
    parts.length < 2 ||
    parts.length > 3 ||
    !/^[\p{L}\d](?:[-/. \p{L}\d]*[\p{L}\d])?\.?$/u.test(code)
  ) {
    return [];
  }
  const numbers = parts.map((part) => (/^\d+$/.test(part) ? Number(part) : parseMonth(part)));
  if (numbers.some((number) => number === null)) return [];
  const all = numbers as number[];
  const isDayLike = all.every((number) => number > 0 && (number <= 99 || number >= 1900));
  const isNamed = parts.some((part) => !/^\d/.test(part));
  if (!isDayLike || (!isNamed && !/[-./]/.test(code))) return [];
  const short = all.map((number) => (number >= 1900 ? shortenYear(number) : number));
  const [first = 0, second = 0, third] = short;
  if (/^[\d.]+$/.test(code) && (all[2] ?? 0) < 1900) return [buildDottedForm(...short)];
  // `mar-04` is a day of a month, or a month of a year.
  const isMonthFirst = !/^\d/.test(code);
  const dayAndMonth = isMonthFirst ? [second, first] : [first, second];
  if (third === undefined) {
    return [
      buildDateForm(first, second),
      ...(isNamed ? [buildDottedForm(...dayAndMonth)] : []),
      ...(isMonthFirst ? [buildDottedForm(first, second)] : []),
    ];
  }
  // Spreadsheets add the year, so the original code may lack it.
  return [
    buildDateForm(first, second, third),
    buildDateForm(first, second),
    buildDottedForm(...dayAndMonth, third),
    buildDottedForm(...dayAndMonth),
    ...(first === 1 ? [buildDateForm(second, third), buildDottedForm(second, third)] : []),
  ];
};

/** Digits that spreadsheets keep of a number. */
const KEPT_DIGITS = 15;

/** Returns the form of a code that can be a decimal number: `1.10` and `1,1` are the same. */
const findDecimalForms = (code: string): string[] => {
  const [, whole, fraction = ''] = /^0*(0|[1-9]\d*)[.,](\d*[1-9])0*$/.exec(code) ?? [];
  return whole === undefined ? [] : [`number ${whole}.${fraction}`];
};

/**
 * Returns the form of a code that can be a whole number: `0012`, `12`, `12.0`, `1E5`, `100000`,
 * `1.234`.
 */
const findNumberForms = (code: string): string[] => {
  const plain = /^\d{1,3}(?:[.,\s]\d{3})+$/.test(code) ? code.replace(/[.,\s]/g, '') : code;
  const [, digits, exponent] = /^(\d+(?:[.,]\d+)?)E\+?(\d{1,2})$/i.exec(plain) ?? [];
  if (digits !== undefined) {
    const value = Number(digits.replace(',', '.')) * 10 ** Number(exponent);
    return Number.isSafeInteger(value) ? [`number ${value}`] : [];
  }
  const [, whole] = /^0*(0|[1-9]\d*)(?:[.,]0+)?$/.exec(plain) ?? [];
  if (whole === undefined) return [];
  return whole.length > KEPT_DIGITS
    ? [`digits ${whole.length} ${whole.slice(0, KEPT_DIGITS)}`]
    : [`number ${whole}`];
};

/** Returns the forms by which codes are compared. Codes that share a form resemble each other. */
export const findResemblingForms = (text: string): readonly string[] => {
  const code = normalizeCode(text).toLowerCase().replace(/^'/, '');
  if (code === '') return [];
  return [
    `text ${code}`,
    ...findNumberForms(code),
    ...findDecimalForms(code),
    ...findDayForms(code),
  ];
};

/**
 * Returns whether a spreadsheet may have changed a code: it is a number or a date. Leading zeros
 * prove that it is unchanged, because spreadsheets drop them.
 */
export const isChangeable = (text: string): boolean =>
  !/^0\d+$/.test(normalizeCode(text)) && findResemblingForms(text).length > 1;

/**
 * Returns the forms by which codes within a file are compared: those of {@link findResemblingForms},
 * but no dates for numbers. In a long series of numbers, some would be the same day of two years.
 */
export const findFormsInFile = (text: string): readonly string[] =>
  /^\d+$/.test(normalizeCode(text))
    ? findResemblingForms(text).filter((form) => !/^(?:date|points) /.test(form))
    : findResemblingForms(text);

export const isResembling = (first: string, other: string): boolean => {
  const forms = findResemblingForms(first);
  return findResemblingForms(other).some((form) => forms.includes(form));
};
