import type { Asked, Column, Columns } from '../edit';

/** What a column of a grid holds: the names of entries, a field, or nothing that matters. */
export type Heading = 'key' | 'none' | Asked;

const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

const keys = ['sku', 'slug', 'id', 'documentid', 'entry', 'entrada'];

const matches = ({ name, label }: Column, text: string): boolean =>
  [name, label.en, label.es].some((called) => plain(called) === text);

/** `Price to pay (en)`: a field, and the language in brackets where one is named. */
const headingOf = (
  written: string,
  { columns, locales }: Columns,
  locale: string | null,
  nameOf: (locale: string) => string,
): Heading | null => {
  const [, text = '', inBrackets] = /^(.*?)(?:\s*[([]([^)\]]+)[)\]])?$/s.exec(plain(written)) ?? [];
  const column =
    columns.find((one) => matches(one, plain(written))) ??
    columns.find((one) => matches(one, text));
  if (column === undefined) return null;
  const named = locales.find((one) => inBrackets === one || inBrackets === plain(nameOf(one)));
  return { name: column.name, locale: named ?? locale };
};

/**
 * What the columns of pasted rows hold, by their first row where it names fields; otherwise the first column names
 * entries, and people say what the others hold.
 *
 * @param locale the language of columns that name none
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
  const key = first.findIndex((text) => keys.includes(plain(text)));
  const hasNames = named.some((one) => one !== null) && (key !== -1 || named[0] === null);
  if (!hasNames) return { headings: first.map((_, at) => (at === 0 ? 'key' : 'none')), hasNames };
  const at = key === -1 ? 0 : key;
  return {
    hasNames,
    headings: named.map((one, position) => (position === at ? 'key' : (one ?? 'none'))),
  };
};

/** Fields that an address asks for, and that the type does not have or whoever looks may not change. */
export const unknownAsked = (fields: string, { columns }: Columns): string[] => [
  ...new Set(
    fields
      .split(',')
      .map((field) => field.split(':')[0] ?? '')
      .filter((name) => name !== '' && !columns.some((column) => column.name === name)),
  ),
];

/**
 * Columns that an address asks for, as `tuitionPrice:es,tuitionPrice:en`; those that the type does not have are left out
 * ({@link unknownAsked}).
 */
export const headingsAsked = (fields: string, { columns, locales }: Columns): Asked[] =>
  fields.split(',').flatMap((field) => {
    const [name = '', locale = ''] = field.split(':');
    if (!columns.some((column) => column.name === name)) return [];
    return [{ name, locale: locales.includes(locale) ? locale : (locales[0] ?? null) }];
  });
