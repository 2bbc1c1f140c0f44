import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { fromJson } from '../../../../../platform/jobs/database';
import { sql, type Transaction } from '../../../../../platform/strapi/queries';
import { ITEMS, RUNS } from '../definitions';
import {
  TO_UNDO,
  UID_OF_ITEM,
  WRITTEN,
  type ItemOutcome,
  type Undone,
  type WrittenEntry,
} from './stored-run';

type Write = {
  uid: UID.ContentType;
  documentId: string;
  outcome: 'created' | 'changed';
  transaction: string;
};

/** SQL condition of the entries that an older release wrote without the data for an undo. */
const UNRECORDED = `result ->> 'outcome' IN ('created', 'changed') AND result -> 'written' IS NULL`;

/** Returns what undos read and store of the entries that an import has written. */
export const undosOf = ({ strapi }: WithStrapi) => ({
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
       WHERE run.id = CAST(? AS uuid) AND ${WRITTEN}`,
      [run],
    );
    return rows as Write[];
  },

  /**
   * Counts the written entries that the current undo has to take back, or that no undo can take
   * back.
   */
  async count(run: string, which: 'open' | 'unrecorded', trx?: Transaction): Promise<number> {
    const condition = which === 'open' ? TO_UNDO : UNRECORDED;
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
        { run, number, undone: JSON.stringify(undone), isUndone: undone.isUndone },
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
