import type { WithStrapi } from '../../../../platform/with-strapi';
import { sql } from '../../../../platform/strapi/queries';
import { PRESENCE } from './definitions';

/** A form in a window of somebody. */
export type OpenForm = {
  uid: string;
  documentId: string;
  locale: string;
  /** The window's own name for it. */
  form: string;
  userId: number;
  name: string;
};

/** Somebody who has an entry open. */
export type Present = { name: string; since: string; isSelf: boolean };

/** Windows tell every fifteen seconds that they are open; after this they are not any more. */
const GONE_SECONDS = 45;

const here = `uid = :uid AND document_id = :documentId AND locale = :locale
  AND seen_at > now() - make_interval(secs => ${GONE_SECONDS})`;

/** Who has which entry open, in the database, so that all nodes know the same. */
export const presenceOf = ({ strapi }: WithStrapi) => ({
  /** A form is (still) open. */
  async seen(form: OpenForm, takesOver: boolean): Promise<void> {
    await sql(
      { strapi },
      `INSERT INTO ${PRESENCE} AS known (uid, document_id, locale, form, user_id, name, since)
       VALUES (:uid, :documentId, :locale, :form, :userId, :name,
         CASE WHEN :takesOver THEN coalesce(
           (SELECT min(since) - interval '1 millisecond' FROM ${PRESENCE} WHERE ${here}), now())
         ELSE now() END)
       ON CONFLICT (uid, document_id, locale, form) DO UPDATE SET
         user_id = excluded.user_id, name = excluded.name, seen_at = now(),
         since = CASE
           WHEN :takesOver OR known.seen_at <= now() - make_interval(secs => ${GONE_SECONDS})
           THEN excluded.since ELSE known.since END`,
      { ...form, takesOver },
    );
  },

  /** @returns everybody who has an entry open, the one first who edits it: who opened it first, or took over */
  async people(form: Omit<OpenForm, 'form' | 'name'>): Promise<Present[]> {
    const { rows } = await sql(
      { strapi },
      `SELECT user_id, min(name) AS name, min(since) AS since FROM ${PRESENCE} WHERE ${here}
       GROUP BY user_id ORDER BY min(since) LIMIT 20`,
      form,
    );
    return rows.map(({ user_id: userId, name, since }) => ({
      name: String(name),
      since: new Date(String(since)).toISOString(),
      isSelf: userId === form.userId,
    }));
  },

  async left({ uid, documentId, locale, form, userId }: OpenForm): Promise<void> {
    await sql(
      { strapi },
      `DELETE FROM ${PRESENCE} WHERE uid = :uid AND document_id = :documentId AND locale = :locale
         AND form = :form AND user_id = :userId`,
      { uid, documentId, locale, form, userId },
    );
  },

  async forgetGone(): Promise<void> {
    await sql({ strapi }, `DELETE FROM ${PRESENCE} WHERE seen_at < now() - interval '1 day'`);
  },
});
