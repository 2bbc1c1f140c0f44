import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { withWriteOrigin } from '#feature/write-origin';
import { getDocumentService } from '#platform/strapi/documents';
import { runSqlInTransaction } from '#platform/strapi/queries';
import { POSITION, withoutPosition } from '#catalogue/entry-position';
import { createModelLookup } from '#delivery/plan/model';
import { compareStates, type State } from '../changes';
import { createRecorder } from './recording/record-history';
import { EVENTS, STATES } from './tables';
import { buildRestorableData } from './restore';

export type PublishedVersions = Readonly<Record<string, State>>;

/** A write of an entry, as its transaction has recorded it. */
type RecordedWrite = {
  uid: UID.ContentType;
  documentId: string;
  /** Id of the transaction that wrote it. */
  transaction: string;
  /** Locales that the write has created. */
  created: readonly string[];
  /** Published versions before the write. Null if the write published nothing. */
  published: PublishedVersions | null;
};

/**
 * Result of an undo. `changed`: somebody has changed the entry since; `incomplete`: a part of the
 * version before can no longer be restored, or that version is not stored any more.
 */
type UndoOutcome = 'undone' | 'changed' | 'incomplete';

/** Rolls an undo back, with the reason. */
class KeptWrite extends Error {
  override name = 'KeptWrite';

  constructor(readonly outcome: Exclude<UndoOutcome, 'undone'>) {
    super(outcome);
  }
}

type LocaleBefore = { locale: string; state: State | null };

/** Returns the published versions of an entry, to be restored by {@link undoWrite}. */
export const readPublishedVersions = (
  { strapi }: WithStrapi,
  uid: string,
  documentId: string,
): Promise<PublishedVersions> => createRecorder({ strapi }).published(uid, documentId);

/** Returns the id of the running transaction, which the events of its writes carry. */
export const readTransactionId = async ({ strapi }: WithStrapi): Promise<string> => {
  const { rows } = await runSqlInTransaction(
    { strapi },
    'SELECT CAST(pg_current_xact_id() AS text) AS id',
  );
  return String(rows[0]?.id);
};

/** SQL condition: an event `e` is later than those of a transaction. Own events do not count. */
const IS_LATER = `e.id > (SELECT max(own.id) FROM ${EVENTS} own WHERE own.uid = e.uid
    AND own.document_id = e.document_id AND own.transaction = CAST(given.transaction AS xid8))
  AND (e.transaction <> pg_current_xact_id() OR e.event = 'found')`;

type WriteKey = Pick<RecordedWrite, 'documentId' | 'transaction'>;

/** Maximum number of entries whose later events are read at once. */
const BATCH = 100;

/**
 * An event after a write. `found` and `shared` ones have the version before and after, as JSON.
 * `isMove`: it changed only the position.
 */
type LaterEvent = { id: string; before: string | null; after: string | null; isMove: boolean };

const listLaterEvents = async (
  { strapi }: WithStrapi,
  uid: string,
  writes: readonly WriteKey[],
): Promise<LaterEvent[]> => {
  const { rows } = await runSqlInTransaction(
    { strapi },
    // Updates are compared here, because an entry may have many after an import.
    `SELECT e.document_id AS id,
         CASE WHEN e.event <> 'update' THEN after.content::text END AS after,
         CASE WHEN e.event <> 'update' THEN before.content::text END AS before,
         coalesce(e.event = 'update' AND after.content - CAST(:position AS text)
           = before.content - CAST(:position AS text), false) AS "isMove"
       FROM jsonb_to_recordset(CAST(:writes AS jsonb)) AS given ("documentId" text, transaction text)
       JOIN ${EVENTS} e ON e.uid = CAST(:uid AS text) AND e.document_id = given."documentId"
       LEFT JOIN ${STATES} after ON after.hash = e.state AND e.event IN ('found', 'shared', 'update')
       LEFT JOIN LATERAL (
         SELECT p.state FROM ${EVENTS} p
         WHERE p.uid = e.uid AND p.document_id = e.document_id AND p.locale = e.locale AND p.id < e.id
           AND after.hash IS NOT NULL
         ORDER BY p.id DESC LIMIT 1) previous ON true
       LEFT JOIN ${STATES} before ON before.hash = previous.state
       WHERE ${IS_LATER}`,
    { uid, writes: JSON.stringify(writes), position: POSITION },
  );
  return rows as LaterEvent[];
};

/**
 * Returns the ids of the entries of a type that have been changed since their writes. A new name of
 * an entry that they name is no change, nor is a move in a list, which also writes entries in between.
 */
export const findChangedIds = async (
  { strapi }: WithStrapi,
  uid: string,
  writes: readonly WriteKey[],
): Promise<ReadonlySet<string>> => {
  const { attributes } = createModelLookup({ strapi })(uid);
  const changedDocuments = new Set<string>();
  for (let start = 0; start < writes.length; start += BATCH) {
    const later = await listLaterEvents({ strapi }, uid, writes.slice(start, start + BATCH));
    for (const { id, before, after, isMove } of later) {
      const isSame =
        before !== null &&
        after !== null &&
        compareStates(attributes, JSON.parse(before) as State, JSON.parse(after) as State).every(
          ({ field }) => field === POSITION,
        );
      if (!isMove && !isSame) changedDocuments.add(id);
    }
  }
  return changedDocuments;
};

/** Returns the drafts before a write, in the locales that it wrote. */
const findBefore = async (
  { strapi }: WithStrapi,
  { uid, documentId, transaction }: RecordedWrite,
): Promise<LocaleBefore[]> => {
  const { rows } = await runSqlInTransaction(
    { strapi },
    `SELECT own.locale, (
         SELECT CASE WHEN e.event = 'delete' THEN NULL ELSE s.content::text END
         FROM ${EVENTS} e JOIN ${STATES} s ON s.hash = e.state
         WHERE e.uid = CAST(:uid AS text) AND e.document_id = CAST(:documentId AS text)
           AND e.locale = own.locale AND e.id < own.first
         ORDER BY e.id DESC LIMIT 1) AS state
       FROM (
         SELECT locale, min(id) AS first FROM ${EVENTS}
         WHERE uid = CAST(:uid AS text) AND document_id = CAST(:documentId AS text)
           AND transaction = CAST(:transaction AS xid8) AND event NOT IN ('found', 'shared')
         GROUP BY locale) own ORDER BY own.first`,
    { uid, documentId, transaction },
  );
  return (rows as { locale: string; state: string | null }[]).map(({ locale, state }) => ({
    locale,
    state: state === null ? null : (JSON.parse(state) as State),
  }));
};

/**
 * Undoes a write. Created locales move to the bin, and changed ones return to the version before.
 * Published ones are republished as they were, or unpublished. Either all of it happens or nothing.
 *
 * @param admit throws if the user may not undo it in these locales; called before the first write
 * @throws the error that refuses a write, such as `NOT_READY`
 */
export const undoWrite = async (
  { strapi }: WithStrapi,
  write: RecordedWrite,
  admit: (locales: { created: readonly string[]; changed: readonly string[] }) => Promise<void>,
): Promise<UndoOutcome> => {
  const { uid, documentId, created, published } = write;
  const documents = getDocumentService({ strapi }, uid);

  const assertUnchanged = async (): Promise<void> => {
    if ((await findChangedIds({ strapi }, uid, [write])).size > 0) throw new KeptWrite('changed');
  };

  const put = async (locale: string, state: State): Promise<void> => {
    const { data, leftOut } = await buildRestorableData({ strapi }, { uid, locale }, state);
    if (leftOut.length > 0) throw new KeptWrite('incomplete');
    // Imports write no positions. One that has changed since is a later move.
    await documents.update({
      documentId,
      ...(locale !== '' && { locale }),
      data: withoutPosition(data),
    });
  };

  const revert = async (locale: string, draft: State): Promise<void> => {
    const where = { documentId, ...(locale !== '' && { locale }) };
    const before = published?.[locale];
    if (published !== null && before !== undefined) {
      await put(locale, before);
      await documents.publish(where);
      if (JSON.stringify(before) === JSON.stringify(draft)) return;
    }
    await put(locale, draft);
    if (published !== null && before === undefined) await documents.unpublish(where);
  };

  const undoVersions = async (): Promise<void> => {
    await assertUnchanged();
    const all = await findBefore({ strapi }, write);
    if (all.length === 0) throw new KeptWrite('incomplete');
    const changedVersions = all.filter(({ locale }) => !created.includes(locale));
    await admit({ created, changed: changedVersions.map(({ locale }) => locale) });
    for (const { locale, state } of changedVersions) {
      if (state === null) throw new KeptWrite('incomplete');
      await revert(locale, state);
    }
    for (const locale of created) {
      await documents.delete({ documentId, ...(locale !== '' && { locale }) });
    }
    // The writes have locked the entry. Changes that were saved just before are seen now.
    await assertUnchanged();
  };

  try {
    await withWriteOrigin({ strapi }, 'restore', () => strapi.db.transaction(undoVersions));
    return 'undone';
  } catch (error) {
    if (error instanceof KeptWrite) return error.outcome;
    throw error;
  }
};
