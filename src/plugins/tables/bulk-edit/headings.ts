import { toComparableText } from '#catalogue/comparable-text';
import { findLocale } from '#catalogue/locale-names';
import type { ColumnKey, Column, Columns } from './edit';

/** Meaning of a grid column: the keys of entries, a field, or nothing. */
export type Heading = 'key' | 'none' | ColumnKey;

const keys = ['sku', 'slug', 'id', 'documentid', 'entry', 'entrada'];

const matches = ({ name, label }: Column, text: string): boolean =>
  [name, label.en, label.es].some((spelling) => toComparableText(spelling) === text);

/** Returns the site locale of a language tag or name; null if there is none. */
const findNamedLocale = (
  text: string,
  locales: readonly string[],
  nameOf: (locale: string) => string,
): string | null =>
  findLocale(locales, text) ??
  locales.find((locale) => toComparableText(nameOf(locale)) === text) ??
  null;

/**
 * Splits a heading into a name and the text in brackets. The longest name comes first, because both
 * may contain brackets.
 */
const splitBrackets = (text: string): { name: string; inBrackets: string }[] =>
  /[)\]]$/.test(text)
    ? Array.from(text.matchAll(/[([]/g), ({ index }) => ({
        name: text.slice(0, index).trim(),
        inBrackets: text.slice(index + 1, -1).trim(),
      })).reverse()
    : [];

/** Parses a heading such as `Price to pay (en)`: a field with an optional language. */
const parseHeading = (
  written: string,
  { columns, locales }: Columns,
  locale: string | null,
  nameOf: (locale: string) => string,
): Heading | null => {
  const text = toComparableText(written);
  const column = columns.find((item) => matches(item, text));
  if (column !== undefined) return { name: column.name, locale };
  for (const { name, inBrackets } of splitBrackets(text)) {
    const field = columns.find((item) => matches(item, name));
    if (field === undefined) continue;
    const namedLocale = findNamedLocale(inBrackets, locales, nameOf);
    // Texts of a language that the site does not have must not overwrite another language.
    return namedLocale === null ? 'none' : { name: field.name, locale: namedLocale };
  }
  return null;
};

/**
 * Returns the meaning of pasted columns. If the first row has field names, they decide. Otherwise
 * the first column holds keys, and the user chooses the others.
 *
 * @param locale locale of columns without one
 */
export const parsePastedHeadings = (
  rows: readonly (readonly string[])[],
  columns: Columns,
  locale: string | null,
  nameOf: (locale: string) => string,
): { headings: Heading[]; hasNames: boolean } => {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const first = Array.from({ length: width }, (_, index) => rows[0]?.[index] ?? '');
  const recognized = first.map((text) => parseHeading(text, columns, locale, nameOf));
  const key = first.findIndex((text) => keys.includes(toComparableText(text)));
  const hasNames =
    recognized.some((heading) => heading !== null) && (key !== -1 || recognized[0] === null);
  if (!hasNames)
    return { headings: first.map((_, index) => (index === 0 ? 'key' : 'none')), hasNames };
  const keyIndex = key === -1 ? 0 : key;
  return {
    hasNames,
    headings: recognized.map((heading, position) =>
      position === keyIndex ? 'key' : (heading ?? 'none'),
    ),
  };
};

/** Returns the requested fields that the type does not have or that the user may not change. */
export const findUnknownFields = (fields: string, { columns }: Columns): string[] => [
  ...new Set(
    fields
      .split(',')
      .map((field) => field.split(':')[0] ?? '')
      .filter((name) => name !== '' && !columns.some((column) => column.name === name)),
  ),
];

/**
 * Returns the columns requested by an address such as `tuitionPrice:es,tuitionPrice:en`. Unknown
 * columns are left out ({@link findUnknownFields}).
 */
export const parseRequestedColumns = (fields: string, { columns, locales }: Columns): ColumnKey[] =>
  fields.split(',').flatMap((field) => {
    const [name = '', locale = ''] = field.split(':');
    if (!columns.some((column) => column.name === name)) return [];
    return [{ name, locale: findLocale(locales, locale) ?? locales[0] ?? null }];
  });
