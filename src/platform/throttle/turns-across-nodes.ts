import { setTimeout as pause } from 'node:timers/promises';
import type { WithStrapi } from '../strapi/with-strapi';
import { databaseNowSql, sql } from '../strapi/queries';
import { SCHEMA, TABLE } from './store';
import { Mutex, withTimeout } from 'async-mutex';

/** A turn that did not come within the time limit. */
export class TurnMissed extends Error {
  override name = 'TurnMissed';
}

type Queue = { mutex: Mutex; length: number };

/**
 * Returns a function that runs work of this process sequentially for each key.
 *
 * @param patience maximum wait for a turn, in milliseconds
 */
export const createProcessTurns = (patience: number) => {
  const lines = new Map<string, Queue>();

  /** @throws TurnMissed; errors of `work` */
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { mutex: new Mutex(), length: 0 };
    lines.set(key, line);
    line.length += 1;
    try {
      return await withTimeout(line.mutex, patience, new TurnMissed()).runExclusive(work);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
};

/** Maximum duration of a turn in milliseconds, even if its node has died. */
const LONGEST_TURN = 10_000;

/** Maximum wait in milliseconds. It exceeds a turn that a dead node has left. */
const MAX_WAIT_MS = 20_000;

/**
 * Begins the caller's turn and returns its end, which identifies it; no row while another has the
 * turn. A turn that ends later than possible comes from a database whose clock was ahead.
 */
const BEGIN = `
  INSERT INTO ${SCHEMA}.${TABLE} AS turn (key, points, expire)
  VALUES (?, 1, ${databaseNowSql} + ?)
  ON CONFLICT (key) DO UPDATE SET expire = excluded.expire
  WHERE turn.expire <= ${databaseNowSql} OR turn.expire > ${databaseNowSql} + ${LONGEST_TURN}
  RETURNING expire`;

const END = `DELETE FROM ${SCHEMA}.${TABLE} WHERE key = ? AND expire = ?`;

/**
 * Returns a function that runs work sequentially on all nodes. Unlike a lock of the database, a
 * turn holds no connection, so waiting callers cannot exhaust the pool.
 */
export const createTurns = ({ strapi }: WithStrapi) => {
  /** Queue of this node: only its first caller queries the database. */
  const inLine = createProcessTurns(MAX_WAIT_MS);

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
    const givesUp = performance.now() + MAX_WAIT_MS;
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
