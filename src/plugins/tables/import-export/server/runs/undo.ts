import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Text } from '#feature/layout';
import { createLocalizedError } from '#platform/http/localized-error';
import { toMessageLanguage } from '#platform/http/message-language';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { runAsUser, type Person } from '#platform/strapi/actor';
import { findUsed } from '#catalogue/references/find-uses';
import { fromJson, toJson } from '#platform/jobs/database';
import { sql, type Transaction } from '#platform/strapi/queries';
import { findChangedIds, undoWrite } from '#plugins/changes/history';
import { endedStates, KEPT_DAYS, type UndoCounts } from '../../runs';
import { importErrors } from '../errors';
import { getRefusalReason, Refused } from '../imports/refusals';
import { createRunStore } from '../store/runs';
import {
  type StoredRun,
  type WrittenEntry,
  TO_UNDO,
  UID_OF_ITEM,
  IS_WRITTEN,
  type ItemOutcome,
  type Undone,
  ITEMS,
  RUNS,
} from '../store/stored-run';
import { lockRunsOfUser } from './start-run';

type Write = {
  uid: UID.ContentType;
  documentId: string;
  outcome: 'created' | 'changed';
  transaction: string;
};

/** SQL condition of the entries that an older release wrote without the data for an undo. */
const UNRECORDED = `result ->> 'outcome' IN ('created', 'changed') AND result -> 'written' IS NULL`;

/** Returns the queries by which undos read and update the entries that an import has written. */
const createUndoStore = ({ strapi }: WithStrapi) => ({
  /**
   * Returns the next entries to take back, the last first: they may refer to earlier ones.
   *
   * @param below number that all of them are below; null: the first ones
   */
  async nextToUndo(
    run: string,
    { below, most }: { below: number | null; most: number },
  ): Promise<WrittenEntry[]> {
    const { rows } = await sql(
      { strapi },
      `SELECT number, result, ${UID_OF_ITEM} AS uid
       FROM ${ITEMS} item JOIN ${RUNS} run ON run.id = item.run
       WHERE run.id = CAST(:run AS uuid) AND number < coalesce(CAST(:below AS integer), 2147483647)
         AND ${TO_UNDO} ORDER BY number DESC LIMIT :most`,
      { run, below, most },
    );
    return rows.map(({ number, result, uid }) => ({
      uid: uid as UID.ContentType,
      number: Number(number),
      outcome: fromJson(result) as ItemOutcome,
    }));
  },

  /** Returns the writes of all entries that an undo would take back, kept ones included. */
  async written(run: string): Promise<Write[]> {
    const { rows } = await sql(
      { strapi },
      `SELECT result ->> 'documentId' AS "documentId", result ->> 'outcome' AS outcome,
         result -> 'written' ->> 'transaction' AS transaction, ${UID_OF_ITEM} AS uid
       FROM ${ITEMS} item JOIN ${RUNS} run ON run.id = item.run
       WHERE run.id = CAST(? AS uuid) AND ${IS_WRITTEN}`,
      [run],
    );
    return rows as Write[];
  },

  /**
   * Counts the written entries that the current undo has to take back, or that no undo can take
   * back.
   */
  async count(run: string, kind: 'open' | 'unrecorded', trx?: Transaction): Promise<number> {
    const condition = kind === 'open' ? TO_UNDO : UNRECORDED;
    const { rows } = await sql(
      { strapi, trx },
      `SELECT count(*) AS count FROM ${ITEMS} WHERE run = CAST(? AS uuid) AND ${condition}`,
      [run],
    );
    return Number(rows[0]?.count);
  },

  /**
   * Stores the result of an undo, and forgets the published versions that are restored.
   *
   * @returns false if there is one already, or the undo has ended
   */
  async tellUndone(run: string, number: number, undone: Undone): Promise<boolean> {
    const { rowCount } = await strapi.db.transaction(({ trx }) =>
      sql(
        { strapi, trx },
        `UPDATE ${ITEMS} SET result = jsonb_set(
           CASE WHEN :isUndone THEN result #- '{written,published}' ELSE result END,
           '{undone}', CAST(:undone AS jsonb))
         WHERE run = CAST(:run AS uuid) AND number = :number AND ${TO_UNDO}
           AND EXISTS (SELECT FROM ${RUNS} WHERE id = CAST(:run AS uuid) AND state = 'undoing' FOR SHARE)`,
        { run, number, undone: toJson(undone), isUndone: undone.isUndone },
      ),
    );
    return rowCount > 0;
  },

  /** Forgets why entries were kept, so that another undo tries them again. */
  async forgetKept(run: string, trx: Transaction): Promise<void> {
    await sql(
      { strapi, trx },
      `UPDATE ${ITEMS} SET result = result - 'undone' WHERE run = CAST(? AS uuid)
         AND result -> 'undone' ->> 'isUndone' = 'false'`,
      [run],
    );
  },
});

/** Number of entries taken back before the run is read again. */
const BATCH = 20;

const DAY_MS = 86_400_000;

const skipReasons = {
  changed: {
    en: 'Somebody changed the entry after the import.',
    es: 'Alguien modificó la entrada después de la importación.',
  },
  incomplete: {
    en: 'The version before the import can no longer be restored.',
    es: 'La versión anterior a la importación ya no se puede restaurar.',
  },
  used: {
    en: 'Other entries use this entry.',
    es: 'Otras entradas usan esta entrada.',
  },
  forbidden: {
    en: 'Your role does not let you undo changes of this entry.',
    es: 'Tu rol no te permite deshacer los cambios de esta entrada.',
  },
} as const satisfies Record<string, Text>;

/** Thrown if the undo was ended meanwhile. It rolls the entry back. */
class Stopped extends Error {
  override name = 'Stopped';
}

/** Returns how many entries the undo of an import would change. */
export const undoCounts = async ({ strapi }: WithStrapi, run: StoredRun): Promise<UndoCounts> => {
  const undos = createUndoStore({ strapi });
  const all = await undos.written(run.id);
  const open: typeof all = [];
  for (const uid of new Set(all.map((write) => write.uid))) {
    const ofType = all.filter((write) => write.uid === uid);
    const changedEntries = await findChangedIds({ strapi }, uid, ofType);
    open.push(...ofType.filter(({ documentId }) => !changedEntries.has(documentId)));
  }
  const created = open.filter(({ outcome }) => outcome === 'created').length;
  return {
    created,
    changed: open.length - created,
    kept: all.length - open.length,
    unrecorded: await undos.count(run.id, 'unrecorded'),
    until: new Date(Date.parse(run.at) + KEPT_DAYS * DAY_MS).toISOString(),
  };
};

/**
 * Starts the undo of an import. Entries that an earlier undo kept are tried again.
 *
 * @throws RateLimitError `TOO_MANY_RUNS`; http-error 409 `NOTHING_TO_UNDO` while an import is active,
 *   or if it wrote nothing
 */
export const beginUndo = async ({ strapi }: WithStrapi, run: StoredRun): Promise<void> =>
  strapi.db.transaction(async ({ trx }) => {
    await lockRunsOfUser({ strapi, trx }, run.owner);
    const runs = createRunStore({ strapi });
    const hasEnded = run.kind === 'import' && (await runs.turn(run.id, endedStates, 'undoing'));
    if (hasEnded) await createUndoStore({ strapi }).forgetKept(run.id, trx);
    if (!hasEnded || (await createUndoStore({ strapi }).count(run.id, 'open', trx)) === 0) {
      throw createLocalizedError({ strapi }, importErrors.NOTHING_TO_UNDO);
    }
    await createRunStore({ strapi }).queue(run.id);
  });

/** Number of the last entry that an undo has tried. Null: it begins with the first ones. */
export type UndoPlace = { below: number | null };

/**
 * Takes the next entries of an import back.
 *
 * @param place moved on, so that the next call need not read the same items again
 * @returns whether there may be more
 */
export const undoBatch = async (
  { strapi }: WithStrapi,
  {
    run,
    person,
    signal,
    place,
  }: { run: StoredRun; person: Person; signal: AbortSignal; place: UndoPlace },
): Promise<boolean> => {
  const undos = createUndoStore({ strapi });
  const language = toMessageLanguage(person);

  const admit = async (
    { uid, documentId }: { uid: UID.ContentType; documentId: string },
    isPublished: boolean,
    { created, changed }: { created: readonly string[]; changed: readonly string[] },
  ): Promise<void> => {
    const permissions = [
      ...created.map((locale) => ['delete', locale] as const),
      ...changed.map((locale) => ['update', locale] as const),
      ...(isPublished ? [...created, ...changed] : []).map(
        (locale) => ['publish', locale] as const,
      ),
    ];
    const access = createEntryAccess({ strapi }, { ability: person.ability, uid });
    for (const [action, locale] of permissions) {
      if (!(await access.mayWith(action, { documentId, locale }))) {
        throw new Refused(skipReasons.forbidden[language]);
      }
    }
  };

  const isUsed = async (uid: UID.ContentType, documentId: string): Promise<boolean> =>
    (await findUsed({ strapi }, { uid, ids: [documentId], onlyPublished: false })).has(documentId);

  const undo = async ({ uid, number, outcome: result }: WrittenEntry): Promise<void> => {
    const { documentId, versions, written } = result;
    if (documentId === null || written === undefined) return;
    const created = Object.keys(versions).filter((locale) => versions[locale] === null);
    const { transaction, published } = written;
    const storeResult = async (isUndone: boolean, reason: string | null): Promise<void> => {
      if (!(await undos.tellUndone(run.id, number, { isUndone, reason }))) throw new Stopped();
    };
    try {
      await strapi.db.transaction(async () => {
        // A use in a draft blocks no deletion, but the draft would lose its reference.
        if (number < 0 && (await isUsed(uid, documentId)))
          throw new Refused(skipReasons.used[language]);
        const write = { uid, documentId, transaction, created, published };
        const outcome = await runAsUser({ strapi }, person, () =>
          undoWrite({ strapi }, write, (locales) => admit(write, published !== null, locales)),
        );
        if (outcome !== 'undone') throw new Refused(skipReasons[outcome][language]);
        await storeResult(true, null);
      });
    } catch (error) {
      if (error instanceof Stopped) return;
      const reason = getRefusalReason(error);
      if (reason === null) throw error;
      await storeResult(false, reason).catch((cause: unknown) => {
        if (!(cause instanceof Stopped)) throw cause;
      });
    }
  };

  const { below } = place;
  const items = await undos.nextToUndo(run.id, { below, most: BATCH });
  place.below = items.at(-1)?.number ?? null;
  for (const item of items) {
    if (signal.aborted) break;
    await undo(item);
  }
  // An undo that was cancelled and started again meanwhile has entries before the place.
  return items.length > 0 || below !== null;
};
