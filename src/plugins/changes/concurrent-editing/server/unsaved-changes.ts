import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { UnsavedForm } from '#feature/unsaved-forms';
import { fromJson } from '#platform/jobs/database';
import { sql, runSqlInTransaction } from '#platform/strapi/queries';
import type { Definition } from '#platform/database/installer';

/** Unsaved typing of users in forms, readable only by its author. */
const TYPED = 'editing.typed';

export const unsavedChangesTable: Definition = {
  kind: 'table',
  name: TYPED,
  create: `
    CREATE SCHEMA IF NOT EXISTS editing;
    CREATE TABLE ${TYPED} (
      user_id integer NOT NULL,
      uid text NOT NULL,
      document_id text NOT NULL,
      locale text NOT NULL,
      typing jsonb NOT NULL,
      kept_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, uid, document_id, locale)
    );
    CREATE INDEX typed_kept_at_index ON ${TYPED} (kept_at);
    CREATE INDEX typed_user_index ON ${TYPED} (user_id, kept_at)`,
};

/** Form of a user: an entry in one locale, or a new one. */
export type OwnForm = Omit<UnsavedForm, 'keptAt'> & { userId: number };

/** Maximum size in bytes of JSON, more than the longest page needs. */
export const MAX_UNSAVED_BYTES = 512 * 1024;

const MOST_FORMS = 50;
const KEEP_DAYS = 30;

const sameForm =
  'user_id = :userId AND uid = :uid AND document_id = :documentId AND locale = :locale';

/** Returns the user's forms with unsaved typing, the latest first. */
export const listUnsavedForms = async (
  { strapi }: WithStrapi,
  userId: number,
): Promise<UnsavedForm[]> => {
  const { rows } = await sql(
    { strapi },
    `SELECT uid, document_id, locale, kept_at FROM ${TYPED} WHERE user_id = ? ORDER BY kept_at DESC`,
    [userId],
  );
  return rows.map(({ uid, document_id: documentId, locale, kept_at: keptAt }) => ({
    uid: String(uid),
    documentId: String(documentId),
    locale: String(locale),
    keptAt: (keptAt as Date).toISOString(),
  }));
};

/**
 * Stores unsaved changes. Users read and write only their own. The table and the routes are called
 * `typed`, because renaming them would lose stored changes.
 */
export const createUnsavedChangesStore = ({ strapi }: WithStrapi) => ({
  async find(form: OwnForm): Promise<unknown> {
    const { rows } = await sql({ strapi }, `SELECT typing FROM ${TYPED} WHERE ${sameForm}`, form);
    return rows[0] === undefined ? null : fromJson(rows[0].typing);
  },

  /** Stores the typing of a form. The oldest forms above the limit are deleted. */
  async keep(form: OwnForm, typing: string): Promise<void> {
    await sql(
      { strapi },
      `INSERT INTO ${TYPED} (user_id, uid, document_id, locale, typing)
       VALUES (:userId, :uid, :documentId, :locale, :typing)
       ON CONFLICT (user_id, uid, document_id, locale)
       DO UPDATE SET typing = excluded.typing, kept_at = now()`,
      { ...form, typing },
    );
    await sql(
      { strapi },
      `DELETE FROM ${TYPED} WHERE user_id = :userId AND kept_at <
         (SELECT kept_at FROM ${TYPED} WHERE user_id = :userId
          ORDER BY kept_at DESC OFFSET ${MOST_FORMS - 1} LIMIT 1)`,
      { userId: form.userId },
    );
  },

  /** Runs in the current transaction, if there is one. */
  async forget(form: OwnForm): Promise<void> {
    await runSqlInTransaction({ strapi }, `DELETE FROM ${TYPED} WHERE ${sameForm}`, form);
  },

  /** Deletes the typing of all locales. */
  async forgetDocument(userId: number, uid: string, documentId: string): Promise<void> {
    await runSqlInTransaction(
      { strapi },
      `DELETE FROM ${TYPED} WHERE user_id = ? AND uid = ? AND document_id = ?`,
      [userId, uid, documentId],
    );
  },

  async forgetOld(): Promise<void> {
    await sql(
      { strapi },
      `DELETE FROM ${TYPED} WHERE kept_at < now() - make_interval(days => ${KEEP_DAYS})`,
    );
  },
});
