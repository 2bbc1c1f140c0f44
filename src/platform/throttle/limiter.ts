import { LRUCache } from 'lru-cache';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { databaseNowSql } from '../strapi/queries';

type Result = { rows: readonly { points: number; wait: number }[] };

type Query = { name: string; text: string; values: readonly unknown[] };

/** Statements that wait for each other have read the clock at different moments. */
const TOLERANCE_MS = 5_000;

/** Maximum number of blocked keys in memory. Further ones are looked up in the database. */
const MOST_BLOCKED = 10_000;

/**
 * Blocked keys, by a monotonic clock. The library uses the wall clock (`rate-limiter-flexible`
 * 11.4): when a clock that was ahead is set back, callers stay blocked for as long.
 */
class BlockedKeys {
  readonly #keys = new LRUCache<string, true>({ max: MOST_BLOCKED });

  addMs(key: string, milliseconds: number): void {
    this.#keys.set(key, true, { ttl: Math.max(1, Math.ceil(milliseconds)) });
  }

  add(key: string, seconds: number): void {
    this.addMs(key, seconds * 1000);
  }

  msBeforeExpire(key: string): number {
    return Math.max(0, this.#keys.getRemainingTTL(key));
  }

  delete(key?: string): void {
    if (key === undefined) this.#keys.clear();
    else this.#keys.delete(key);
  }
}

/**
 * Counts by the database's clock. The library uses the node's clock for the end of a window
 * (`rate-limiter-flexible` 11.4). A node whose clock was ahead made all nodes reject callers for as
 * long.
 *
 * A row that ends later than one window from now comes from such a node and is reset.
 */
export class DatabaseClockLimiter extends RateLimiterPostgres {
  declare private readonly _query: (query: Query) => Promise<Result>;
  declare private readonly _getTableIdentifier: () => string;
  // The library reads this property.
  protected _inMemoryBlockedKeys = new BlockedKeys();

  // The library calls both methods.
  protected _upsert(key: string, points: number, milliseconds: number): Promise<Result> {
    const isOver = `(hit.expire <= excluded.expire - $3 OR hit.expire > excluded.expire + ${TOLERANCE_MS})`;
    return this._query({
      name: 'count',
      text: `INSERT INTO ${this._getTableIdentifier()} AS hit (key, points, expire)
             VALUES ($1, $2, ${databaseNowSql} + $3::bigint)
             ON CONFLICT (key) DO UPDATE SET
               points = CASE WHEN ${isOver} THEN excluded.points ELSE hit.points + excluded.points END,
               expire = CASE WHEN ${isOver} THEN excluded.expire ELSE hit.expire END
             RETURNING points, (expire - ${databaseNowSql})::float8 AS wait`,
      values: [key, points, milliseconds],
    });
  }

  protected _getRateLimiterRes(_key: string, counted: number, { rows }: Result): RateLimiterRes {
    const { points, wait } = rows[0] ?? { points: counted, wait: 0 };
    const remaining = Math.max(this.points - points, 0);
    return new RateLimiterRes(remaining, Math.max(wait, 0), points, points === counted);
  }
}
