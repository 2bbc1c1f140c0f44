import { sql } from '../../../../../platform/strapi/queries';
import { DELETIONS, EVENTS } from '../tables';
import { BATCH, type Expired } from './expired';
import { removeUnused } from './unused';
import { type Walking, walk } from './walk';

/**
 * Says of each which states it named: its own, and what was published when the entry was deleted. An array has
 * PostgreSQL look each id up; joined, the whole table may be read for one batch.
 */
const statement = (ids: string): string => `
  DELETE FROM ${EVENTS} gone WHERE gone.id = ANY (ARRAY(${ids}))
  RETURNING encode(gone.state, 'hex') AS state,
    (SELECT encode(d.published, 'hex') FROM ${DELETIONS} d WHERE d.event = gone.id) AS published`;

/** In one transaction with the states that only these events named, which nobody would find as soon otherwise. */
const removeBatch = async (
  { strapi, bindings }: Walking,
  ids: string,
  keys: readonly string[],
): Promise<number> =>
  await strapi.db.transaction(async ({ trx }) => {
    const { rows } = await sql({ strapi, trx }, statement(ids), {
      ...bindings,
      keys: `[${keys.join(',')}]`,
    });
    const named = rows
      .flatMap(({ state, published }) => [state, published])
      .filter((hash) => typeof hash === 'string');
    if (named.length > 0) await removeUnused({ strapi, trx }, [...new Set(named)]);
    return rows.length;
  });

/** Removes all events of a kind that are kept no longer. */
export const removeExpired = async (walking: Walking, expired: Expired): Promise<void> => {
  await walk(walking, expired, async (keys) => {
    for (let removed = BATCH; removed === BATCH && !walking.signal.aborted;) {
      removed = await removeBatch(walking, expired.ids, keys);
    }
  });
};
