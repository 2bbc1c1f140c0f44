import { findLocale } from '../../../../../feature/find-locale';
import type { Text } from '../../../../../feature/layout';
import type { Column } from '../../../bulk-edit';
import type { FieldsOf } from './fields';
import { calledPlace, placeCalled, type Place } from './places';

/** What a column of a file holds. */
export type Heading =
  /** By what entries are known. */
  | { kind: 'key'; of: 'id' | 'SKU' | 'slug' }
  /** The language of the row. */
  | { kind: 'language' }
  /** The `updatedAt` of the draft that was exported; null for the row's language. */
  | { kind: 'version'; locale: string | null }
  | { kind: 'field'; place: Place; column: Column; locale: string | null }
  /** Of files with a row for each text: where it stands, and what it says in a language. */
  | { kind: 'place' }
  | { kind: 'text'; locale: string | null }
  | { kind: 'ignored'; text: string };

/** What columns are called that are no fields. */
export const called = {
  id: { en: 'id', es: 'id' },
  language: { en: 'language', es: 'idioma' },
  version: { en: 'version', es: 'versión' },
  page: { en: 'page', es: 'página' },
  field: { en: 'field', es: 'campo' },
  place: { en: 'place', es: 'lugar' },
  text: { en: 'text', es: 'texto' },
} as const satisfies Record<string, Text>;

const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

const is = (name: keyof typeof called, text: string): boolean =>
  [called[name].en, called[name].es, name].some((one) => plain(one) === plain(text));

/** `Title (en)`, and the language apart. */
const parted = (
  text: string,
  locales: readonly string[],
): { name: string; locale: string | null } => {
  const [, name = text, inBrackets] = /^(.*?)\s*[([]([^)\]]+)[)\]]\s*$/s.exec(text) ?? [];
  const locale = inBrackets === undefined ? null : findLocale(locales, inBrackets);
  return locale === null ? { name: text, locale: null } : { name, locale };
};

export const withLocale = (name: string, locale: string | null): string =>
  locale === null ? name : `${name} (${locale})`;

type Of = { fieldsOf: FieldsOf; uid: string; locales: readonly string[] };

const keyOf = (name: string): 'id' | 'SKU' | 'slug' | null => {
  const text = plain(name);
  if (text === 'id' || text === 'documentid') return 'id';
  if (text === 'sku') return 'SKU';
  return text === 'slug' ? 'slug' : null;
};

/** What the columns of a file hold, by its first row: fields by their names, or as people call them. */
export const headingsOf = ({ fieldsOf, uid, locales }: Of, first: readonly string[]): Heading[] =>
  first.map((text): Heading => {
    const { name, locale } = parted(text.trim(), locales);
    if (keyOf(name) === 'id') return { kind: 'key', of: 'id' };
    if (is('version', name)) return { kind: 'version', locale };
    if (locales.length > 0 && is('language', name)) return { kind: 'language' };
    const found = placeCalled(fieldsOf, uid, name);
    return found === null ? { kind: 'ignored', text } : { kind: 'field', ...found, locale };
  });

/** The same of a file that has a row for each text. */
export const textHeadingsOf = (locales: readonly string[], first: readonly string[]): Heading[] =>
  first.map((text): Heading => {
    const name = text.trim();
    const { locale } = parted(name, locales);
    if (keyOf(name) === 'id') return { kind: 'key', of: 'id' };
    if (is('language', name)) return { kind: 'language' };
    if (is('place', name)) return { kind: 'place' };
    // For whoever reads the file.
    if (is('page', name) || is('field', name)) return { kind: 'ignored', text: '' };
    if (is('version', parted(name, locales).name)) return { kind: 'version', locale };
    if (is('text', name)) return { kind: 'text', locale: null };
    const own = findLocale(locales, name);
    return own === null ? { kind: 'ignored', text } : { kind: 'text', locale: own };
  });

/** What people read above a field's column. */
export const fieldHeading = (
  { fieldsOf, uid }: Pick<Of, 'fieldsOf' | 'uid'>,
  place: Place,
  locale: string | null,
  language: keyof Text,
): string => withLocale(calledPlace(fieldsOf, uid, place, language), locale);
