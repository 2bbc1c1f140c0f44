import { comparableText } from '../../../catalogue/comparable-text';
import { findLocale } from '../../../catalogue/find-locale';
import type { ColumnKey, Column, Columns } from './edit';

/** Meaning of a grid column: the keys of entries, a field, or nothing. */
export type Heading = 'key' | 'none' | ColumnKey;

const keys = ['sku', 'slug', 'id', 'documentid', 'entry', 'entrada'];

const matches = ({ name, label }: Column, text: string): boolean =>
  [name, label.en, label.es].some((called) => comparableText(called) === text);

/** Returns the site locale of a language tag or name; null if there is none. */
const findNamedLocale = (
  text: string,
  locales: readonly string[],
  nameOf: (locale: string) => string,
): string | null =>
  findLocale(locales, text) ??
  locales.find((locale) => comparableText(nameOf(locale)) === text) ??
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
const headingOf = (
  written: string,
  { columns, locales }: Columns,
  locale: string | null,
  nameOf: (locale: string) => string,
): Heading | null => {
  const text = comparableText(written);
  const column = columns.find((one) => matches(one, text));
  if (column !== undefined) return { name: column.name, locale };
  for (const { name, inBrackets } of splitBrackets(text)) {
    const field = columns.find((one) => matches(one, name));
    if (field === undefined) continue;
    const named = findNamedLocale(inBrackets, locales, nameOf);
    // Texts of a language that the site does not have must not overwrite another language.
    return named === null ? 'none' : { name: field.name, locale: named };
  }
  return null;
};

/**
 * Returns the meaning of pasted columns. If the first row has field names, they decide. Otherwise
 * the first column holds keys, and the user chooses the others.
 *
 * @param locale locale of columns without one
 */
export const headingsOf = (
  rows: readonly (readonly string[])[],
  columns: Columns,
  locale: string | null,
  nameOf: (locale: string) => string,
): { headings: Heading[]; hasNames: boolean } => {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const first = Array.from({ length: width }, (_, at) => rows[0]?.[at] ?? '');
  const named = first.map((text) => headingOf(text, columns, locale, nameOf));
  const key = first.findIndex((text) => keys.includes(comparableText(text)));
  const hasNames = named.some((one) => one !== null) && (key !== -1 || named[0] === null);
  if (!hasNames) return { headings: first.map((_, at) => (at === 0 ? 'key' : 'none')), hasNames };
  const at = key === -1 ? 0 : key;
  return {
    hasNames,
    headings: named.map((one, position) => (position === at ? 'key' : (one ?? 'none'))),
  };
};

/** Returns the requested fields that the type does not have or that the user may not change. */
export const unknownRequestedFields = (fields: string, { columns }: Columns): string[] => [
  ...new Set(
    fields
      .split(',')
      .map((field) => field.split(':')[0] ?? '')
      .filter((name) => name !== '' && !columns.some((column) => column.name === name)),
  ),
];

/**
 * Returns the columns requested by an address such as `tuitionPrice:es,tuitionPrice:en`. Unknown
 * columns are left out ({@link unknownRequestedFields}).
 */
export const requestedColumns = (fields: string, { columns, locales }: Columns): ColumnKey[] =>
  fields.split(',').flatMap((field) => {
    const [name = '', locale = ''] = field.split(':');
    if (!columns.some((column) => column.name === name)) return [];
    return [{ name, locale: findLocale(locales, locale) ?? locales[0] ?? null }];
  });
