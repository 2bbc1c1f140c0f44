import { comparableText } from '../../../../../catalogue/comparable-text';
import { findLocale } from '../../../../../catalogue/find-locale';
import type { Text } from '../../../../../feature/layout';
import type { Column, FieldsOf } from '../../../bulk-edit';
import { labelFieldPath, placeCalled, formatFieldPath, type FieldPath } from './field-paths';

/** Meaning of a file's column. */
export type Heading =
  /** Key of the entry. */
  | { kind: 'key'; of: 'id' | 'SKU' | 'slug' }
  /** Locale of the row. */
  | { kind: 'language' }
  /** `updatedAt` of the exported draft. Null: for the row's locale. */
  | { kind: 'version'; locale: string | null }
  | { kind: 'field'; place: FieldPath; column: Column; locale: string | null }
  /** In files with one text per row: the place of the text, and the text itself in a locale. */
  | { kind: 'place' }
  | { kind: 'text'; locale: string | null }
  | { kind: 'ignored'; text: string };

/** Headings of the columns that are not fields. */
export const headingNames = {
  id: { en: 'id', es: 'id' },
  language: { en: 'language', es: 'idioma' },
  version: { en: 'version', es: 'versión' },
  entry: { en: 'entry', es: 'entrada' },
  page: { en: 'page', es: 'página' },
  field: { en: 'field', es: 'campo' },
  place: { en: 'place', es: 'lugar' },
  text: { en: 'text', es: 'texto' },
} as const satisfies Record<string, Text>;

/** Headings of the columns that the result of an import adds. Another import ignores them. */
export const resultNames = {
  row: { en: 'import row', es: 'fila de la importación' },
  id: { en: 'import id', es: 'id de la importación' },
  outcome: { en: 'import result', es: 'resultado de la importación' },
  changes: { en: 'import changes', es: 'cambios de la importación' },
  reason: { en: 'import reason', es: 'motivo de la importación' },
} as const satisfies Record<string, Text>;

const resultHeadings: ReadonlySet<string> = new Set(
  Object.values(resultNames).flatMap(({ en, es }) => [en, es].map(comparableText)),
);

/** Returns whether a column of a file was added by the result of an import. */
export const isResultHeading = (text: string): boolean => resultHeadings.has(comparableText(text));

const is = (name: keyof typeof headingNames, text: string): boolean =>
  [headingNames[name].en, headingNames[name].es, name].some(
    (one) => comparableText(one) === comparableText(text),
  );

/** Splits `Title (en)` into name and locale. */
export const splitHeading = (
  text: string,
  locales: readonly string[],
): { name: string; locale: string | null } => {
  const found = /[([]([^()[\]]+)[)\]]$/.exec(text.trimEnd());
  const locale = found?.[1] === undefined ? null : findLocale(locales, found[1]);
  return found === null || locale === null
    ? { name: text, locale: null }
    : { name: text.slice(0, found.index).trimEnd(), locale };
};

export const withLocale = (name: string, locale: string | null): string =>
  locale === null ? name : `${name} (${locale})`;

export type Of = { fieldsOf: FieldsOf; uid: string; locales: readonly string[] };

const keyOf = (name: string): 'id' | 'SKU' | 'slug' | null => {
  const text = comparableText(name);
  if (text === 'id' || text === 'documentid') return 'id';
  if (text === 'sku') return 'SKU';
  return text === 'slug' ? 'slug' : null;
};

/** Returns the meanings of columns by the first row, which holds field names or labels. */
export const headingsOf = ({ fieldsOf, uid, locales }: Of, first: readonly string[]): Heading[] =>
  first.map((text): Heading => {
    if (isResultHeading(text)) return { kind: 'ignored', text: '' };
    const { name, locale } = splitHeading(text.trim(), locales);
    if (keyOf(name) === 'id') return { kind: 'key', of: 'id' };
    if (is('version', name)) return { kind: 'version', locale };
    if (locales.length > 0 && is('language', name)) return { kind: 'language' };
    const found = placeCalled(fieldsOf, uid, name);
    return found === null ? { kind: 'ignored', text } : { kind: 'field', ...found, locale };
  });

/** Returns the meanings of columns in a file with one text per row. */
export const textHeadingsOf = (locales: readonly string[], first: readonly string[]): Heading[] => {
  const key = first.findIndex((text) => keyOf(text.trim()) === 'id');
  return first.map((text, at): Heading => {
    const name = text.trim();
    const { locale } = splitHeading(name, locales);
    const own = findLocale(locales, name);
    // `id` is also the code of Indonesian.
    if (keyOf(name) === 'id' && (at === key || own === null)) return { kind: 'key', of: 'id' };
    if (is('language', name)) return { kind: 'language' };
    if (is('place', name)) return { kind: 'place' };
    // Written for human readers only.
    if (is('page', name) || is('field', name) || isResultHeading(name))
      return { kind: 'ignored', text: '' };
    if (is('version', splitHeading(name, locales).name)) return { kind: 'version', locale };
    if (is('text', name)) return { kind: 'text', locale: null };
    return own === null ? { kind: 'ignored', text } : { kind: 'text', locale: own };
  });
};

/**
 * Returns the identity of a column, which must be unique; null if it is ignored.
 *
 * @param usual locale of columns without one, if rows do not name theirs
 */
export const identityOf = (heading: Heading, usual: string | null): string | null => {
  if (heading.kind === 'field')
    return `${formatFieldPath(heading.place)} ${heading.locale ?? usual ?? ''}`;
  if (heading.kind === 'text' || heading.kind === 'version') {
    return `${heading.kind} ${heading.locale ?? usual ?? ''}`;
  }
  return heading.kind === 'ignored' ? null : heading.kind;
};

/** Returns the heading of a field's column. */
export const fieldHeading = (
  { fieldsOf, uid }: Pick<Of, 'fieldsOf' | 'uid'>,
  place: FieldPath,
  locale: string | null,
  language: keyof Text,
): string => withLocale(labelFieldPath(fieldsOf, uid, place, language), locale);
