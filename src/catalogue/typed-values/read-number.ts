import type { Text } from '#feature/layout';

/** The digits of a number before and after its decimal separator. */
export type Digits = { whole: string; fraction: string };

/** A number in a text: its possible meanings, and the words or signs around it. */
export type NumberText = { before: string; meanings: Meanings; after: string };

/** The second meaning exists where thousands and decimals look alike. */
export type Meanings = readonly [Digits, Digits?];

/** A sign or word before and after, with digits and separators between them. */
const parts = /^(\D*?)([.,]?\d(?:[\d.,'’ ]*\d)?[.,]?)(\D*)$/u;

/** `1 234,50`, `1'234.50`: the thousands are certain. */
const spaced = /^([1-9]\d{0,2}(?:([ '’])\d{3})(?:\2\d{3})*)(?:[.,](\d*))?$/u;

/** `1.234,50`, `1,234,567.8`: the last separator is the decimal one. */
const mixed = /^([1-9]\d{0,2}(?:([.,])\d{3})(?:\2\d{3})*)(?!\2)[.,](\d*)$/u;

/** `1.234.567`: a decimal separator occurs once. */
const grouped = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})+$/u;

const plain = /^(\d*)(?:[.,](\d*))?$/u;

/** `1.234` and `1,234`: ambiguous between thousands and decimals. */
const ambiguous = /^([1-9]\d{0,2})[.,](\d{3})$/u;

const stripNonDigits = (text: string): string => text.replace(/\D/g, '');

const parseMeanings = (number: string): Meanings | null => {
  const [, thousands, rest] = ambiguous.exec(number) ?? [];
  if (thousands !== undefined && rest !== undefined) {
    return [
      { whole: thousands + rest, fraction: '' },
      { whole: thousands, fraction: rest },
    ];
  }
  const [, whole, , fraction = ''] = spaced.exec(number) ?? mixed.exec(number) ?? [];
  if (whole !== undefined) return [{ whole: stripNonDigits(whole), fraction }];
  if (grouped.test(number)) return [{ whole: stripNonDigits(number), fraction: '' }];
  const simple = plain.exec(number);
  return simple === null ? null : [{ whole: simple[1] ?? '', fraction: simple[2] ?? '' }];
};

/** Replaces full-width characters of East Asian keyboards by ASCII. */
export const toHalfWidth = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );

/** Returns a text without the quotes, line ends and invisible characters that spreadsheets add. */
export const toVisibleText = (text: string): string =>
  toHalfWidth(text)
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^"([^"]*)"$/u, '$1')
    .trim();

/**
 * Finds the number in a visible text, with either decimal separator, in any language.
 *
 * @returns null where the text is not one number
 */
export const findNumber = (text: string): NumberText | null => {
  // Two cells are two numbers.
  if (/[\t\r\n]/.test(text)) return null;
  const [, before = '', number, after = ''] = parts.exec(text.replace(/\s/gu, ' ')) ?? [];
  if (number === undefined) return null;
  const meanings = parseMeanings(number);
  return meanings === null ? null : { before: before.trim(), meanings, after: after.trim() };
};

export const toNumber = ({ whole, fraction }: Digits): number =>
  Number(`${whole || '0'}.${fraction || '0'}`);

/** The attribute types for numbers. */
export type NumberType = 'integer' | 'decimal' | 'float';

/** Range and decimals that each column type stores exactly. */
const limits: Readonly<Record<NumberType, { decimals: number; lowest: number; highest: number }>> =
  {
    integer: { decimals: 0, lowest: -2_147_483_648, highest: 2_147_483_647 },
    decimal: { decimals: 2, lowest: -99_999_999.99, highest: 99_999_999.99 },
    float: {
      decimals: 15,
      lowest: Number.MIN_SAFE_INTEGER,
      highest: Number.MAX_SAFE_INTEGER,
    },
  };

export type NumberProblem = 'unreadable' | 'whole' | 'decimals' | 'outOfRange';

export type NumberReading =
  | { kind: 'empty' }
  | { kind: 'number'; number: number }
  /** @param numbers possible meanings that the type can store */
  | { kind: 'ambiguous'; numbers: readonly number[] }
  | { kind: 'wrong'; problem: NumberProblem };

/** Returns whether decimals form an integer. `12.00` does; `12.0000` may be a typing error. */
const isWhole = (fraction: string): boolean => /^0{0,2}$/.test(fraction);

const findProblem = (
  { fraction }: Digits,
  number: number,
  type: NumberType,
): NumberProblem | null => {
  const { decimals, lowest, highest } = limits[type];
  if (type === 'integer' && !isWhole(fraction)) return 'whole';
  if (type !== 'integer' && fraction.length > decimals) return 'decimals';
  return number < lowest || number > highest ? 'outOfRange' : null;
};

/** Returns the number that a type can store for one meaning of an ambiguous text, or none. */
const roundToType = (number: number, type: NumberType): readonly number[] => {
  if (type === 'decimal') return [Math.round(number * 100) / 100];
  return type === 'integer' && !Number.isInteger(number) ? [] : [number];
};

/**
 * Reads a number as people type and paste it, with either decimal separator and with grouped
 * thousands, in any language. A text with two meanings is ambiguous. Exponents, other bases and
 * units are unreadable.
 */
export const readNumber = (text: string, type: NumberType): NumberReading => {
  const visible = toVisibleText(text);
  if (visible === '') return { kind: 'empty' };
  const match = findNumber(visible);
  if (match?.after !== '' || !/^[-−–]?$/u.test(match.before)) {
    return { kind: 'wrong', problem: 'unreadable' };
  }
  const sign = match.before === '' ? 1 : -1;
  const [first, second] = match.meanings;
  if (second !== undefined) {
    const numbers = [first, second].flatMap((digits) => roundToType(sign * toNumber(digits), type));
    return { kind: 'ambiguous', numbers };
  }
  // Adding 0 turns -0 into 0.
  const number = sign * toNumber(first) + 0;
  const problem = findProblem(first, number, type);
  return problem === null ? { kind: 'number', number } : { kind: 'wrong', problem };
};

/**
 * Returns a number in the form of {@link readNumber}. Thousands are not grouped: years stay
 * readable, and no text has two meanings.
 */
export const formatNumber = (number: number, language: string): string => {
  const [whole = '', fraction = ''] = new Intl.NumberFormat('en', {
    useGrouping: false,
    maximumFractionDigits: 20,
  })
    .format(number)
    .split('.');
  if (fraction === '') return whole;
  // Three decimals could be read as thousands.
  const decimals = fraction.length === 3 ? `${fraction}0` : fraction;
  return `${whole}${language === 'es' ? ',' : '.'}${decimals}`;
};

/** Messages of forms, grids and imports for a text that is not a valid number of a field. */
export const numberProblemTexts: Readonly<Record<NumberProblem, Text>> = {
  unreadable: {
    en: 'This text is not a number. Write digits only.',
    es: 'Este texto no es un número. Escribe solo cifras.',
  },
  whole: {
    en: 'The number must be whole.',
    es: 'El número tiene que ser entero.',
  },
  decimals: {
    en: 'This number has too many decimals.',
    es: 'Este número tiene demasiados decimales.',
  },
  outOfRange: {
    en: 'This number is too large or too small to store.',
    es: 'Este número es demasiado grande o demasiado pequeño para guardarlo.',
  },
};
