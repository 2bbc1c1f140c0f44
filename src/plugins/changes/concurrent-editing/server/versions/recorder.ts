import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { Transaction } from '../../../../../platform/strapi/queries';
import { currentWriter } from './author';
import { changeRecordsOf, recordAfter, recordOfContent, type ChangeRecord } from './changes';
import { createContentReader, type Content } from './content';
import { draftsOf, keyTextOf, type Draft, type DraftKey } from './draft';

/** State of a draft before a write, and its change record. */
export type Before = { draft: Draft | null; record: ChangeRecord | null };

/**
 * Returns whether changes of a type are recorded by field. For other types, only the version is
 * known.
 */
export const isRecorded = (uid: string): boolean => uid.startsWith('api::');

/**
 * Creates the recorder of field changes. Records survive the deletion and restoration of an entry.
 */
export const createRecorder = ({ strapi }: WithStrapi) => {
  const drafts = draftsOf({ strapi });
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
  const takeOut = async (key: DraftKey, trx: Transaction): Promise<ChangeRecord | null> => {
    const found = await records.takeOut(key, trx);
    if (found === null) return null;
    const known = comingBack.get(trx) ?? new Map<string, ChangeRecord>();
    comingBack.set(trx, known.set(keyTextOf(key), found));
    return found;
  };

  return {
    readContent,

    /** @param draft state of the draft before the write */
    async before(key: DraftKey, draft: Draft | null, trx: Transaction): Promise<Before> {
      const known = await records.find(key, trx);
      if (known !== null) return { draft, record: known };
      if (draft === null) return { draft, record: await takeOut(key, trx) };
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
      const known = comingBack.get(trx)?.get(keyTextOf(key)) ??
        before.record ?? { since: draft.version, fields: {} };
      const after = recordAfter(
        known,
        content,
        version ?? draft.version,
        currentWriter({ strapi }),
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
