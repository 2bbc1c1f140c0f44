import type { WithStrapi } from '../../../../../platform/with-strapi';
import { fromJson } from '../../../../../platform/jobs/database';
import { sql, type Transaction } from '../../../../../platform/strapi/queries';
import { CHANGES, CHANGES_OF_DELETED } from '../definitions';
import type { Content } from './content';
import type { DraftKey } from './draft';

/** A year: what comes back later than that is not told field by field. */
const KEEP_DAYS = 365;

/** Who writes: an administrator by their number, or a token, or the service itself. */
export type Author = { id: number | null; name: string | null };

/** Who has written something, and by which save of the panel; missing where that has no key. */
export type Writer = Author & { save?: string };

/** What is known of a field: its digest, and by whom and with which version it came to be. */
type FieldRecord = { digest: string; version: string | null; by: Writer | null };

type Fields = Readonly<Record<string, FieldRecord>>;

/** The record of a draft; it knows every change after the version `since`. */
export type ChangeRecord = { since: string; fields: Fields };

/** A field that somebody has changed. */
export type FieldChange = {
  field: string;
  /** The version with which it came to be what it is; null where that was not recorded. */
  version: string | null;
  by: Writer | null;
  text: string;
};

export const recordOfContent = (content: Content, since: string): ChangeRecord => ({
  since,
  fields: Object.fromEntries(
    Object.entries(content).map(([name, { digest }]) => [
      name,
      { digest, version: null, by: null },
    ]),
  ),
});

/** The record after a write: fields that hold something else than before carry its version and its author. */
export const recordAfter = (
  before: ChangeRecord,
  content: Content,
  version: string,
  by: Writer,
): ChangeRecord => ({
  since: before.since,
  fields: Object.fromEntries(
    Object.entries(content).map(([name, { digest }]): [string, FieldRecord] => {
      const known = before.fields[name];
      return [name, known?.digest === digest ? known : { digest, version, by }];
    }),
  ),
});

/** Every version that a record tells of. */
export const versionsIn = ({ since, fields }: ChangeRecord): readonly string[] => [
  since,
  ...Object.values(fields).flatMap(({ version }) => version ?? []),
];

/** The fields that hold something else than in an earlier version, as far as that was recorded. */
export const changesSince = (
  { fields }: ChangeRecord,
  content: Content,
  base: string | null,
): FieldChange[] =>
  Object.entries(content).flatMap(([field, { digest, text }]): FieldChange[] => {
    const known = fields[field];
    if (known?.digest !== digest) return [{ field, version: null, by: null, text }];
    const { version, by } = known;
    if (version === null || (base !== null && version <= base)) return [];
    return [{ field, version, by, text }];
  });

const recordIn = (row: Readonly<Record<string, unknown>> | undefined): ChangeRecord | null =>
  row === undefined
    ? null
    : { since: String(row.since), fields: fromJson(row.fields) as ChangeRecord['fields'] };

/** What is recorded of drafts, one row each. */
export const changeRecordsOf = ({ strapi }: WithStrapi) => ({
  async find(
    { uid, documentId, locale }: DraftKey,
    trx: Transaction,
  ): Promise<ChangeRecord | null> {
    const { rows } = await sql(
      { strapi, trx },
      `SELECT since, fields FROM ${CHANGES} WHERE uid = ? AND document_id = ? AND locale = ?`,
      [uid, documentId, locale],
    );
    return recordIn(rows[0]);
  },

  async keep(
    { uid, documentId, locale }: DraftKey,
    { since, fields }: ChangeRecord,
    trx: Transaction,
  ): Promise<void> {
    await sql(
      { strapi, trx },
      `INSERT INTO ${CHANGES} (uid, document_id, locale, since, fields) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (uid, document_id, locale)
       DO UPDATE SET since = excluded.since, fields = excluded.fields`,
      [uid, documentId, locale, since, JSON.stringify(fields)],
    );
  },

  /** Puts away what is recorded of a document in languages in which it is no longer there. */
  async putAway(
    uid: string,
    documentId: string,
    { except }: { except: readonly string[] },
    trx: Transaction,
  ): Promise<void> {
    await sql(
      { strapi, trx },
      `WITH gone AS (
         DELETE FROM ${CHANGES} WHERE uid = :uid AND document_id = :documentId AND locale <> ALL(:except)
         RETURNING uid, document_id, locale, since, fields)
       INSERT INTO ${CHANGES_OF_DELETED} (uid, document_id, locale, since, fields) SELECT * FROM gone
       ON CONFLICT (uid, document_id, locale)
       DO UPDATE SET since = excluded.since, fields = excluded.fields, deleted_at = now()`,
      { uid, documentId, except },
    );
  },

  /** Takes out what was put away; null where that is nothing. */
  async takeOut(
    { uid, documentId, locale }: DraftKey,
    trx: Transaction,
  ): Promise<ChangeRecord | null> {
    const { rows } = await sql(
      { strapi, trx },
      `DELETE FROM ${CHANGES_OF_DELETED} WHERE uid = ? AND document_id = ? AND locale = ?
       RETURNING since, fields`,
      [uid, documentId, locale],
    );
    return recordIn(rows[0]);
  },

  /** Whether something of a document is put away, in any language: it was deleted. */
  async isPutAway(uid: string, documentId: string, trx: Transaction): Promise<boolean> {
    const { rows } = await sql(
      { strapi, trx },
      `SELECT 1 FROM ${CHANGES_OF_DELETED} WHERE uid = ? AND document_id = ? LIMIT 1`,
      [uid, documentId],
    );
    return rows.length > 0;
  },

  /** What was put away longer ago than anybody comes back for. */
  async forgetOld(): Promise<void> {
    await sql(
      { strapi },
      `DELETE FROM ${CHANGES_OF_DELETED} WHERE deleted_at < now() - make_interval(days => ${KEEP_DAYS})`,
    );
  },
});
