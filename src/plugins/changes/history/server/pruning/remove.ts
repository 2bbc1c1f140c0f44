import { sql } from '../../../../../platform/strapi/queries';
import { DELETIONS, EVENTS } from '../tables';
import { BATCH, type ExpiredEvents } from './expired-events';
import { removeUnused } from './unused';
import { type Walking, walkDueKeys } from './walk-due-keys';

/**
 * Returns SQL that deletes events and returns their states, including the published ones of
 * deletions. The array makes PostgreSQL look each id up; a join could read the whole table.
 */
const statement = (ids: string): string => `
  DELETE FROM ${EVENTS} gone WHERE gone.id = ANY (ARRAY(${ids}))
  RETURNING encode(gone.state, 'hex') AS state,
    (SELECT encode(d.published, 'hex') FROM ${DELETIONS} d WHERE d.event = gone.id) AS published`;

/**
 * Deletes a batch of events, and in the same transaction their unused states. Otherwise only the
 * slow sweep would find these.
 */
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

/** Deletes all expired events of a kind. */
export const removeExpired = async (walking: Walking, expired: ExpiredEvents): Promise<void> => {
  await walkDueKeys(walking, expired, async (keys) => {
    for (let removed = BATCH; removed === BATCH && !walking.signal.aborted;) {
      removed = await removeBatch(walking, expired.ids, keys);
    }
  });
};
