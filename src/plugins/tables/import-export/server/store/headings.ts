import type { WithStrapi } from '../../../../../platform/with-strapi';
import { comparableText } from '../../../../../catalogue/comparable-text';
import { sql, type Transaction } from '../../../../../platform/strapi/queries';
import { MOST_REMEMBERED } from '../../runs';
import { HEADINGS } from '../definitions';

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
