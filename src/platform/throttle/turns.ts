import { setTimeout as pause } from 'node:timers/promises';
import type { WithStrapi } from '../with-strapi';
import { databaseNowSql, sql } from '../strapi/queries';
import { createLines, TurnMissed } from './lines';
import { SCHEMA, TABLE } from './store';

/** After so many milliseconds a turn is over, even if its node has died in it. */
const LONGEST_TURN = 10_000;

/** Nobody waits longer, in milliseconds; what a node has left that died can be waited for. */
const PATIENCE = 20_000;

/**
 * Gives until when it is the caller's turn, which tells it from later ones; nothing while it is somebody else's. A turn
 * that ends later than any can is left from a database whose clock was ahead.
 */
const BEGIN = `
  INSERT INTO ${SCHEMA}.${TABLE} AS turn (key, points, expire)
  VALUES (?, 1, ${databaseNowSql} + ?)
  ON CONFLICT (key) DO UPDATE SET expire = excluded.expire
  WHERE turn.expire <= ${databaseNowSql} OR turn.expire > ${databaseNowSql} + ${LONGEST_TURN}
  RETURNING expire`;

const END = `DELETE FROM ${SCHEMA}.${TABLE} WHERE key = ? AND expire = ?`;

/**
 * One after the other, whichever node they are on. Unlike a lock of the database a turn holds no connection: as many
 * in line as the pool has connections would keep everybody else from theirs.
 */
export const createTurns = ({ strapi }: WithStrapi) => {
  /** Of this node: the first in line asks the database, not all of them. */
  const inLine = createLines(PATIENCE);

  const begin = async (key: string, givesUp: number): Promise<unknown> => {
    for (;;) {
      const { rows } = await sql({ strapi }, BEGIN, [key, LONGEST_TURN]);
      if (rows[0] !== undefined) return rows[0].expire;
      if (performance.now() > givesUp) throw new TurnMissed();
      await pause(20 + Math.random() * 20);
    }
  };

  /** @throws TurnMissed */
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const givesUp = performance.now() + PATIENCE;
    return inLine(key, async () => {
      const until = await begin(key, givesUp);
      try {
        return await work();
      } finally {
        await sql({ strapi }, END, [key, until]);
      }
    });
  };
};
