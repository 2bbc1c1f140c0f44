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

  /** @param place path of the field; null: imports ignore the column */
  async remember(
    { uid, heading, place }: { uid: string; heading: string; place: string | null },
    trx: Transaction,
  ): Promise<void> {
    await sql(
      { strapi, trx },
      `INSERT INTO ${HEADINGS} (uid, heading, place) VALUES (:uid, :heading, :place)
       ON CONFLICT (uid, heading) DO UPDATE SET place = excluded.place, changed_at = clock_timestamp()`,
      { uid, heading: comparableText(heading), place },
    );
    await sql(
      { strapi, trx },
      `DELETE FROM ${HEADINGS} WHERE uid = :uid AND heading IN (
         SELECT heading FROM ${HEADINGS} WHERE uid = :uid ORDER BY changed_at DESC, heading OFFSET :most)`,
      { uid, most: MOST_REMEMBERED },
    );
  },

  async forget(uid: string, heading: string, trx: Transaction): Promise<void> {
    await sql({ strapi, trx }, `DELETE FROM ${HEADINGS} WHERE uid = :uid AND heading = :heading`, {
      uid,
      heading: comparableText(heading),
    });
  },
});
