import { toComparableText } from '#catalogue/comparable-text';
import { findLocale } from '#catalogue/locale-names';
import type { Text } from '#feature/layout';
import type { Column, FieldsOf } from '#plugins/tables/bulk-edit';
import { labelFieldPath, findPlaceByName, formatFieldPath, type FieldPath } from './field-paths';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { sql, type Transaction } from '#platform/strapi/queries';
import { LONGEST_HEADING, MOST_UNKNOWN, type UnknownColumn, MOST_REMEMBERED } from '../../runs';
import { HEADINGS } from '../store/stored-run';

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
  Object.values(resultNames).flatMap(({ en, es }) => [en, es].map(toComparableText)),
);

/** Returns whether a column of a file was added by the result of an import. */
export const isResultHeading = (text: string): boolean =>
  resultHeadings.has(toComparableText(text));

const isHeading = (name: keyof typeof headingNames, text: string): boolean =>
  [headingNames[name].en, headingNames[name].es, name].some(
    (spelling) => toComparableText(spelling) === toComparableText(text),
  );

/** Splits `Title (en)` into name and locale. */
export const splitHeading = (
  text: string,
  locales: readonly string[],
): { name: string; locale: string | null } => {
  const match = /[([]([^()[\]]+)[)\]]$/.exec(text.trimEnd());
  const locale = match?.[1] === undefined ? null : findLocale(locales, match[1]);
  return match === null || locale === null
    ? { name: text, locale: null }
    : { name: text.slice(0, match.index).trimEnd(), locale };
};

export const withLocale = (name: string, locale: string | null): string =>
  locale === null ? name : `${name} (${locale})`;

type HeadingScope = { fieldsOf: FieldsOf; uid: string; locales: readonly string[] };

const parseKeyKind = (name: string): 'id' | 'SKU' | 'slug' | null => {
  const text = toComparableText(name);
  if (text === 'id' || text === 'documentid') return 'id';
  if (text === 'sku') return 'SKU';
  return text === 'slug' ? 'slug' : null;
};

/** Returns the meanings of columns by the first row, which holds field names or labels. */
export const parseHeadings = (
  { fieldsOf, uid, locales }: HeadingScope,
  first: readonly string[],
): Heading[] =>
  first.map((text): Heading => {
    if (isResultHeading(text)) return { kind: 'ignored', text: '' };
    const { name, locale } = splitHeading(text.trim(), locales);
    if (parseKeyKind(name) === 'id') return { kind: 'key', of: 'id' };
    if (isHeading('version', name)) return { kind: 'version', locale };
    if (locales.length > 0 && isHeading('language', name)) return { kind: 'language' };
    const field = findPlaceByName(fieldsOf, uid, name);
    return field === null ? { kind: 'ignored', text } : { kind: 'field', ...field, locale };
  });

/** Returns the meanings of columns in a file with one text per row. */
export const parseTextHeadings = (
  locales: readonly string[],
  first: readonly string[],
): Heading[] => {
  const key = first.findIndex((text) => parseKeyKind(text.trim()) === 'id');
  return first.map((text, index): Heading => {
    const name = text.trim();
    const { locale } = splitHeading(name, locales);
    const namedLocale = findLocale(locales, name);
    // `id` is also the code of Indonesian.
    if (parseKeyKind(name) === 'id' && (index === key || namedLocale === null))
      return { kind: 'key', of: 'id' };
    if (isHeading('language', name)) return { kind: 'language' };
    if (isHeading('place', name)) return { kind: 'place' };
    // Written for human readers only.
    if (isHeading('page', name) || isHeading('field', name) || isResultHeading(name))
      return { kind: 'ignored', text: '' };
    if (isHeading('version', splitHeading(name, locales).name)) return { kind: 'version', locale };
    if (isHeading('text', name)) return { kind: 'text', locale: null };
    return namedLocale === null ? { kind: 'ignored', text } : { kind: 'text', locale: namedLocale };
  });
};

/**
 * Returns the identity of a column, which must be unique; null if it is ignored.
 *
 * @param usual locale of columns without one, if rows do not name theirs
 */
export const buildHeadingKey = (heading: Heading, usual: string | null): string | null => {
  if (heading.kind === 'field')
    return `${formatFieldPath(heading.place)} ${heading.locale ?? usual ?? ''}`;
  if (heading.kind === 'text' || heading.kind === 'version') {
    return `${heading.kind} ${heading.locale ?? usual ?? ''}`;
  }
  return heading.kind === 'ignored' ? null : heading.kind;
};

export const formatFieldHeading = (
  { fieldsOf, uid }: Pick<HeadingScope, 'fieldsOf' | 'uid'>,
  place: FieldPath,
  locale: string | null,
  language: keyof Text,
): string => withLocale(labelFieldPath(fieldsOf, uid, place, language), locale);

/** Remembered fields by heading, in the form of {@link toComparableText}. Null: the column is ignored. */
export type RememberedHeadings = ReadonlyMap<string, string | null>;

/** Stores the meanings of headings by content type, for everybody who imports it. */
export const createHeadingStore = ({ strapi }: WithStrapi) => ({
  async find(uid: string): Promise<RememberedHeadings> {
    const { rows } = await sql({ strapi }, `SELECT heading, place FROM ${HEADINGS} WHERE uid = ?`, [
      uid,
    ]);
    return new Map(
      rows.map(({ heading, place }) => [String(heading), place as string | null] as const),
    );
  },

  /** Returns the field of a heading. Other changes of the type wait until the transaction ends. */
  async lockedPlace(uid: string, heading: string, trx: Transaction): Promise<string | null> {
    await sql({ strapi, trx }, 'SELECT pg_advisory_xact_lock(hashtext(?))', [`${HEADINGS} ${uid}`]);
    const { rows } = await sql(
      { strapi, trx },
      `SELECT place FROM ${HEADINGS} WHERE uid = :uid AND heading = :heading`,
      { uid, heading: toComparableText(heading) },
    );
    return (rows[0]?.place ?? null) as string | null;
  },

  /**
   * @param place path of the field; null: imports ignore the column
   * @returns false for a new heading if the type has the maximum number of headings
   */
  async remember(
    { uid, heading, place }: { uid: string; heading: string; place: string | null },
    trx: Transaction,
  ): Promise<boolean> {
    const { rowCount } = await sql(
      { strapi, trx },
      `INSERT INTO ${HEADINGS} (uid, heading, place)
       SELECT :uid, :heading, CAST(:place AS text)
       WHERE EXISTS (SELECT FROM ${HEADINGS} WHERE uid = :uid AND heading = :heading)
         OR (SELECT count(*) FROM ${HEADINGS} WHERE uid = :uid) < :most
       ON CONFLICT (uid, heading) DO UPDATE SET place = excluded.place, changed_at = clock_timestamp()`,
      { uid, heading: toComparableText(heading), place, most: MOST_REMEMBERED },
    );
    return rowCount > 0;
  },

  async forget(uid: string, heading: string, trx: Transaction): Promise<void> {
    await sql({ strapi, trx }, `DELETE FROM ${HEADINGS} WHERE uid = :uid AND heading = :heading`, {
      uid,
      heading: toComparableText(heading),
    });
  },
});

/**
 * Gives unknown columns the fields that people have assigned to their headings. A field that another
 * column holds stays with that column.
 *
 * @param usual locale of columns without one, if rows do not name theirs
 */
export const assignColumns = (
  {
    fieldsOf,
    uid,
    locales,
    remembered,
    usual,
  }: HeadingScope & { remembered: RememberedHeadings; usual: string | null },
  headings: readonly Heading[],
): Heading[] => {
  const usualHere = headings.some(({ kind }) => kind === 'language') ? null : usual;
  const takenIdentities = new Set(headings.map((heading) => buildHeadingKey(heading, usualHere)));
  return headings.map((heading): Heading => {
    if (heading.kind !== 'ignored' || heading.text.trim() === '') return heading;
    const { name, locale } = splitHeading(heading.text.trim(), locales);
    const place = remembered.get(toComparableText(name)) ?? null;
    const assignedPlace = place === null ? null : findPlaceByName(fieldsOf, uid, place);
    if (assignedPlace === null) return heading;
    const assigned: Heading = { kind: 'field', ...assignedPlace, locale };
    const identity = buildHeadingKey(assigned, usualHere);
    if (takenIdentities.has(identity)) return heading;
    takenIdentities.add(identity);
    return assigned;
  });
};

/** Returns the columns of a heading row that name no field, with their remembered meanings. */
export const listUnknownColumns = (
  context: HeadingScope,
  first: readonly string[],
  remembered: RememberedHeadings,
): UnknownColumn[] => {
  const columns = new Map<string, UnknownColumn>();
  for (const heading of parseHeadings(context, first)) {
    if (heading.kind !== 'ignored') continue;
    const { name } = splitHeading(heading.text.trim(), context.locales);
    const form = toComparableText(name);
    if (form === '' || name.length > LONGEST_HEADING || columns.has(form)) continue;
    const place = remembered.get(form);
    columns.set(form, { heading: name, place: place ?? null, isIgnored: place === null });
  }
  return [...columns.values()].slice(0, MOST_UNKNOWN);
};
