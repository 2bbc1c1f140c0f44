import { comparableText } from '../../../../../catalogue/comparable-text';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { sql, type Transaction } from '../../../../../platform/strapi/queries';
import { LONGEST_HEADING, MOST_UNKNOWN, type UnknownColumn, MOST_REMEMBERED } from '../../runs';
import { HEADINGS } from '../definitions';
import { headingsOf, identityOf, splitHeading, type Heading, type Of } from './headings';
import { placeCalled } from './field-paths';

/** Remembered fields by heading, in the form of {@link comparableText}. Null: the column is ignored. */
export type RememberedHeadings = ReadonlyMap<string, string | null>;

/** Stores the meanings of headings by content type, for everybody who imports it. */
export const headingsStore = ({ strapi }: WithStrapi) => ({
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
      { uid, heading: comparableText(heading) },
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
      { uid, heading: comparableText(heading), place, most: MOST_REMEMBERED },
    );
    return rowCount > 0;
  },

  async forget(uid: string, heading: string, trx: Transaction): Promise<void> {
    await sql({ strapi, trx }, `DELETE FROM ${HEADINGS} WHERE uid = :uid AND heading = :heading`, {
      uid,
      heading: comparableText(heading),
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
  }: Of & { remembered: RememberedHeadings; usual: string | null },
  headings: readonly Heading[],
): Heading[] => {
  const usualHere = headings.some(({ kind }) => kind === 'language') ? null : usual;
  const taken = new Set(headings.map((heading) => identityOf(heading, usualHere)));
  return headings.map((heading): Heading => {
    if (heading.kind !== 'ignored' || heading.text.trim() === '') return heading;
    const { name, locale } = splitHeading(heading.text.trim(), locales);
    const place = remembered.get(comparableText(name)) ?? null;
    const found = place === null ? null : placeCalled(fieldsOf, uid, place);
    if (found === null) return heading;
    const assigned: Heading = { kind: 'field', ...found, locale };
    const identity = identityOf(assigned, usualHere);
    if (taken.has(identity)) return heading;
    taken.add(identity);
    return assigned;
  });
};

/** Returns the columns of a heading row that name no field, with their remembered meanings. */
export const listUnknownColumns = (
  of: Of,
  first: readonly string[],
  remembered: RememberedHeadings,
): UnknownColumn[] => {
  const columns = new Map<string, UnknownColumn>();
  for (const heading of headingsOf(of, first)) {
    if (heading.kind !== 'ignored') continue;
    const { name } = splitHeading(heading.text.trim(), of.locales);
    const form = comparableText(name);
    if (form === '' || name.length > LONGEST_HEADING || columns.has(form)) continue;
    const place = remembered.get(form);
    columns.set(form, { heading: name, place: place ?? null, isIgnored: place === null });
  }
  return [...columns.values()].slice(0, MOST_UNKNOWN);
};
