import type { WithStrapi } from '#platform/strapi/with-strapi';
import { sql } from '#platform/strapi/queries';
import type { Definition } from '#platform/database/installer';

/** Open forms by window. */
const PRESENCE = 'editing.presence';

export const presenceTable: Definition = {
  // Unlogged: after a crash of the database, the windows report themselves again within seconds.
  kind: 'table',
  name: PRESENCE,
  create: `
    CREATE SCHEMA IF NOT EXISTS editing;
    CREATE UNLOGGED TABLE ${PRESENCE} (
      uid text NOT NULL,
      document_id text NOT NULL,
      locale text NOT NULL,
      form text NOT NULL,
      user_id integer NOT NULL,
      name text NOT NULL,
      since timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (uid, document_id, locale, form)
    );
    CREATE INDEX presence_seen_at_index ON ${PRESENCE} (seen_at)`,
};

/** Form in a user's window. */
export type OpenForm = {
  uid: string;
  documentId: string;
  locale: string;
  /** Id that the window gives the form. */
  form: string;
  userId: number;
  name: string;
};

/** User who has an entry open. */
export type Present = { name: string; since: string; isSelf: boolean };

/**
 * Seconds without a report after which a window counts as closed. Hidden windows report
 * once a minute.
 */
const CLOSED_AFTER_SECONDS = 90;

const sameEntry = `uid = :uid AND document_id = :documentId AND locale = :locale
  AND seen_at > now() - make_interval(secs => ${CLOSED_AFTER_SECONDS})`;

/** Stores in the database who has which entry open, so that all nodes agree. */
export const createPresenceStore = ({ strapi }: WithStrapi) => ({
  async seen(form: OpenForm, takesOver: boolean): Promise<void> {
    await sql(
      { strapi },
      `INSERT INTO ${PRESENCE} AS known (uid, document_id, locale, form, user_id, name, since)
       VALUES (:uid, :documentId, :locale, :form, :userId, :name,
         CASE WHEN :takesOver THEN coalesce(
           (SELECT min(since) - interval '1 millisecond' FROM ${PRESENCE} WHERE ${sameEntry}), now())
         ELSE now() END)
       ON CONFLICT (uid, document_id, locale, form) DO UPDATE SET
         user_id = excluded.user_id, name = excluded.name, seen_at = now(),
         since = CASE
           WHEN :takesOver OR known.seen_at <= now() - make_interval(secs => ${CLOSED_AFTER_SECONDS})
           THEN excluded.since ELSE known.since END`,
      { ...form, takesOver },
    );
  },

  /**
   * @returns the users who have an entry open. The first one edits it: the earliest, or the one who
   * took over.
   */
  async people(form: Omit<OpenForm, 'form' | 'name'>): Promise<Present[]> {
    const { rows } = await sql(
      { strapi },
      `SELECT user_id, min(name) AS name, min(since) AS since FROM ${PRESENCE} WHERE ${sameEntry}
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
