import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { Transaction } from '../../../../../platform/strapi/queries';
import { writerNow } from './author';
import { changeRecordsOf, recordAfter, recordOfContent, type ChangeRecord } from './changes';
import { createContentReader, type Content } from './content';
import { draftsOf, keyTextOf, type Draft, type DraftKey } from './draft';

/** A draft as it was before a write, and what was recorded of it. */
export type Before = { draft: Draft | null; record: ChangeRecord | null };

/** Types whose changes are told field by field; of others it is only known that there was one. */
export const isRecorded = (uid: string): boolean => uid.startsWith('api::');

/** Records which fields each write of a draft changes, beyond the deletion of an entry that comes back. */
export const createRecorder = ({ strapi }: WithStrapi) => {
  const drafts = draftsOf({ strapi });
  const records = changeRecordsOf({ strapi });
  /** What was known of entries that come back in a transaction: they may be written in several steps. */
  const comingBack = new WeakMap<Transaction, Map<string, ChangeRecord>>();
  let reader: ReturnType<typeof createContentReader> | undefined;

  const readContent = (key: DraftKey, trx: Transaction): Promise<Content | null> => {
    reader ??= createContentReader({ strapi });
    return reader(key, trx);
  };

  /** What was known of an entry before it was deleted; null where it never was, or nobody remembers. */
  const takeOut = async (key: DraftKey, trx: Transaction): Promise<ChangeRecord | null> => {
    const found = await records.takeOut(key, trx);
    if (found === null) return null;
    const known = comingBack.get(trx) ?? new Map<string, ChangeRecord>();
    comingBack.set(trx, known.set(keyTextOf(key), found));
    return found;
  };

  return {
    readContent,

    /** @param draft what the draft is before the write */
    async before(key: DraftKey, draft: Draft | null, trx: Transaction): Promise<Before> {
      const known = await records.find(key, trx);
      if (known !== null) return { draft, record: known };
      if (draft === null) return { draft, record: await takeOut(key, trx) };
      const content = await readContent(key, trx);
      return { draft, record: content === null ? null : recordOfContent(content, draft.version) };
    },

    /** After a write: what the draft holds now, and by whom what is new. */
    async record(key: DraftKey, before: Before, trx: Transaction): Promise<void> {
      const content = await readContent(key, trx);
      const draft = await drafts.find(key);
      if (content === null || draft === null) return;
      const last = before.draft?.version ?? '';
      const now = new Date().toISOString();
      // A discard goes back to an older version; what it changes is nevertheless later than what was before.
      const version = [draft.version, ...(draft.version < last ? [last, now] : [])]
        .toSorted()
        .at(-1);
      // In a language that there was not before, everything is new.
      const known = comingBack.get(trx)?.get(keyTextOf(key)) ??
        before.record ?? { since: draft.version, fields: {} };
      const after = recordAfter(known, content, version ?? draft.version, writerNow({ strapi }));
      await records.keep(key, after, trx);
    },

    /** Around a deletion: what is known stays, for forms that were opened before, should the entry come back. */
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
