import type { WithStrapi } from '#platform/strapi/with-strapi';
import { fromJson } from '#platform/jobs/database';
import { sql, type Transaction } from '#platform/strapi/queries';
import type { Definition } from '#platform/database/installer';
import {
  type Content,
  type DraftKey,
  createContentReader,
  createDraftReader,
  buildDraftKey,
  type Draft,
} from './draft';
import { type Writer, getCurrentWriter } from './author';
import type { UID } from '@strapi/types';

/**
 * Change records of drafts: for each field, a digest of its value and the version that wrote it.
 */
const CHANGES = 'editing.changes';

/** Change records of deleted entries, in case they are restored. */
const CHANGES_OF_DELETED = 'editing.changes_of_deleted';

export const changeTables: readonly Definition[] = [
  {
    kind: 'table',
    name: CHANGES,
    create: `
    CREATE SCHEMA IF NOT EXISTS editing;
    CREATE TABLE ${CHANGES} (
      uid text NOT NULL,
      document_id text NOT NULL,
      locale text NOT NULL,
      since text NOT NULL,
      fields jsonb NOT NULL,
      PRIMARY KEY (uid, document_id, locale)
    )`,
  },
  {
    kind: 'table',
    name: CHANGES_OF_DELETED,
    create: `
    CREATE SCHEMA IF NOT EXISTS editing;
    CREATE TABLE ${CHANGES_OF_DELETED} (
      uid text NOT NULL,
      document_id text NOT NULL,
      locale text NOT NULL,
      since text NOT NULL,
      fields jsonb NOT NULL,
      deleted_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (uid, document_id, locale)
    );
    CREATE INDEX changes_of_deleted_at_index ON ${CHANGES_OF_DELETED} (deleted_at)`,
  },
];

/** Days for which records of deleted entries are kept. Later restorations have no field history. */
const KEEP_DAYS = 365;

/** Record of a field: its digest, and the version and author of the last change. */
type FieldRecord = { digest: string; version: string | null; by: Writer | null };

type Fields = Readonly<Record<string, FieldRecord>>;

/** Change record of a draft. It covers every change after the version `since`. */
export type ChangeRecord = { since: string; fields: Fields };

export type FieldChange = {
  field: string;
  /** Version that wrote the current value; null if it was not recorded. */
  version: string | null;
  by: Writer | null;
  text: string;
};

const recordOfContent = (content: Content, since: string): ChangeRecord => ({
  since,
  fields: Object.fromEntries(
    Object.entries(content).map(([name, { digest }]) => [
      name,
      { digest, version: null, by: null },
    ]),
  ),
});

/** Returns the record after a write. Changed fields get its version and author. */
const recordAfter = (
  before: ChangeRecord,
  content: Content,
  version: string,
  author: Writer,
): ChangeRecord => ({
  since: before.since,
  fields: Object.fromEntries(
    Object.entries(content).map(([name, { digest }]): [string, FieldRecord] => {
      const previous = before.fields[name];
      return [name, previous?.digest === digest ? previous : { digest, version, by: author }];
    }),
  ),
});

/** Returns every version in a record. */
export const listVersions = ({ since, fields }: ChangeRecord): readonly string[] => [
  since,
  ...Object.values(fields).flatMap(({ version }) => version ?? []),
];

/** Returns the fields that have changed since a version, as far as recorded. */
export const listChangesSince = (
  { fields }: ChangeRecord,
  content: Content,
  base: string | null,
): FieldChange[] =>
  Object.entries(content).flatMap(([field, { digest, text }]): FieldChange[] => {
    const previous = fields[field];
    if (previous?.digest !== digest) return [{ field, version: null, by: null, text }];
    const { version, by } = previous;
    if (version === null || (base !== null && version <= base)) return [];
    return [{ field, version, by, text }];
  });

const recordIn = (row: Readonly<Record<string, unknown>> | undefined): ChangeRecord | null =>
  row === undefined
    ? null
    : { since: String(row.since), fields: fromJson(row.fields) as ChangeRecord['fields'] };

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

type Before = { draft: Draft | null; record: ChangeRecord | null };

/**
 * Returns whether changes of a type are recorded by field. For other types, only the version is
 * known.
 */
export const isRecorded = (uid: string): boolean => uid.startsWith('api::');

/**
 * Creates the recorder of field changes. Records survive the deletion and restoration of an entry.
 */
export const createRecorder = ({ strapi }: WithStrapi) => {
  const drafts = createDraftReader({ strapi });
  const records = changeRecordsOf({ strapi });
  /** Records of entries restored in a transaction, which may write them in several steps. */
  const comingBack = new WeakMap<Transaction, Map<string, ChangeRecord>>();
  let reader: ReturnType<typeof createContentReader> | undefined;

  const readContent = (key: DraftKey, trx: Transaction): Promise<Content | null> => {
    reader ??= createContentReader({ strapi });
    return reader(key, trx);
  };

  /**
   * Returns the record of an entry before its deletion; null if there was none or it has expired.
   */
  const takeDeletedRecord = async (
    key: DraftKey,
    trx: Transaction,
  ): Promise<ChangeRecord | null> => {
    const record = await records.takeOut(key, trx);
    if (record === null) return null;
    const takenRecords = comingBack.get(trx) ?? new Map<string, ChangeRecord>();
    comingBack.set(trx, takenRecords.set(buildDraftKey(key), record));
    return record;
  };

  return {
    readContent,

    /** @param draft state of the draft before the write */
    async before(key: DraftKey, draft: Draft | null, trx: Transaction): Promise<Before> {
      const record = await records.find(key, trx);
      if (record !== null) return { draft, record };
      if (draft === null) return { draft, record: await takeDeletedRecord(key, trx) };
      const content = await readContent(key, trx);
      return { draft, record: content === null ? null : recordOfContent(content, draft.version) };
    },

    /** Records the draft's values after a write, and the author of the changed ones. */
    async record(key: DraftKey, before: Before, trx: Transaction): Promise<void> {
      const content = await readContent(key, trx);
      const draft = await drafts.find(key);
      if (content === null || draft === null) return;
      const last = before.draft?.version ?? '';
      const now = new Date().toISOString();
      // A discard restores an older version, but its changes are newer than all previous ones.
      const version = [draft.version, ...(draft.version < last ? [last, now] : [])]
        .toSorted()
        .at(-1);
      // In a new locale, all values are new.
      const previousRecord = comingBack.get(trx)?.get(buildDraftKey(key)) ??
        before.record ?? { since: draft.version, fields: {} };
      const after = recordAfter(
        previousRecord,
        content,
        version ?? draft.version,
        getCurrentWriter({ strapi }),
      );
      await records.keep(key, after, trx);
    },

    /**
     * Runs a deletion and keeps the records for forms opened before, in case the entry is restored.
     */
    async aroundDeletion<Result>(
      uid: UID.ContentType,
      documentId: string,
      trx: Transaction,
      remove: () => Result,
    ): Promise<Awaited<Result>> {
      for (const locale of await drafts.localesOf(uid, documentId)) {
        const key = { uid, documentId, locale };
        if ((await records.find(key, trx)) !== null) continue;
        const { record } = await this.before(key, await drafts.find(key), trx);
        if (record !== null) await records.keep(key, record, trx);
      }
      const result = await remove();
      const except = await drafts.localesOf(uid, documentId);
      await records.putAway(uid, documentId, { except }, trx);
      return result;
    },
  };
};
