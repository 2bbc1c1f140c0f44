import type { WithStrapi } from '../../../../../platform/with-strapi';
import { fromJson } from '../../../../../platform/jobs/database';
import { sql, type Transaction } from '../../../../../platform/strapi/queries';
import { CHANGES, CHANGES_OF_DELETED } from '../definitions';
import type { Content } from './content';
import type { DraftKey } from './draft';

/** Days for which records of deleted entries are kept. Later restorations have no field history. */
const KEEP_DAYS = 365;

/** Author of a write: a panel user by id, a token, or the service itself. */
export type Author = { id: number | null; name: string | null };

/** Author of a write with the key of the panel save, if it has one. */
export type Writer = Author & { save?: string };

/** Record of a field: its digest, and the version and author of the last change. */
type FieldRecord = { digest: string; version: string | null; by: Writer | null };

type Fields = Readonly<Record<string, FieldRecord>>;

/** Change record of a draft. It covers every change after the version `since`. */
export type ChangeRecord = { since: string; fields: Fields };

/** Changed field. */
export type FieldChange = {
  field: string;
  /** Version that wrote the current value; null if it was not recorded. */
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

/** Returns the record after a write. Changed fields get its version and author. */
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

/** Returns every version in a record. */
export const versionsIn = ({ since, fields }: ChangeRecord): readonly string[] => [
  since,
  ...Object.values(fields).flatMap(({ version }) => version ?? []),
];

/** Returns the fields that have changed since a version, as far as recorded. */
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

/** Stores the change records of drafts, one row for each. */
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

  /** Moves the records of a document's deleted locales to the archive. */
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

  /** Takes a record out of the archive; null if there is none. */
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

  /**
   * Returns whether the archive has records of a document in any locale, which means that it was
   * deleted.
   */
  async isPutAway(uid: string, documentId: string, trx: Transaction): Promise<boolean> {
    const { rows } = await sql(
      { strapi, trx },
      `SELECT 1 FROM ${CHANGES_OF_DELETED} WHERE uid = ? AND document_id = ? LIMIT 1`,
      [uid, documentId],
    );
    return rows.length > 0;
  },

  /** Deletes expired records of the archive. */
  async forgetOld(): Promise<void> {
    await sql(
      { strapi },
      `DELETE FROM ${CHANGES_OF_DELETED} WHERE deleted_at < now() - make_interval(days => ${KEEP_DAYS})`,
    );
  },
});
