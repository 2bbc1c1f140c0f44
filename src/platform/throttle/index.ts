import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { isReadOnlyServer } from '../database-unavailable';
import { commonErrors } from '../http/common-errors';
import { createRequestError } from '../http/message-language';
import { databaseNowSql } from '../strapi/queries';
import type { WithStrapi } from '../strapi/with-strapi';
import { buildAddressKey } from './address';
import { toMailbox } from './mailbox';
import { SCHEMA, TABLE } from './store';
import { createTurns, TurnMissed } from './turns-across-nodes';

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
class DatabaseClockLimiter extends RateLimiterPostgres {
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

const NAME = 'throttle';

/** Number of points within a number of seconds, counted under a name. */
export type Limit = {
  name: string;
  points: number;
  seconds: number;
  /** Whether counts may be deleted early. Nodes then do not cache blocked keys. */
  isResettable?: boolean;
  /** Whether only reads are limited. On a read-only server they continue uncounted. */
  isOfReads?: boolean;
};

/** One count of a request: a limit and the key that it counts. */
export type Hit = { limit: Limit; key: string };

export { createProcessTurns, TurnMissed } from './turns-across-nodes';

/** Counts a caller by network address. */
export const byAddress = (limit: Limit, ctx: Context): Hit => ({
  limit,
  key: buildAddressKey(ctx.request.ip),
});

/** Counts an e-mail address regardless of case. It is stored as a hash. */
export const byEmail = (limit: Limit, email: string): Hit => ({
  limit,
  key: createHash('sha256').update(email.trim().toLowerCase()).digest('base64url'),
});

/** Counts the mailbox of an address: `name+1@` and `name+2@` belong to the same person. */
export const byMailbox = (limit: Limit, email: string): Hit => byEmail(limit, toMailbox(email));

/** Counts an account by its id, separately from callers who only type its e-mail address. */
export const byAccount = (limit: Limit, { id }: { id: number }): Hit => ({
  limit,
  key: String(id),
});

const createTooManyRequestsError = (ctx: Context, seconds: number): Error => {
  ctx.set('Retry-After', String(seconds));
  return createRequestError(ctx, commonErrors.TOO_MANY_REQUESTS);
};

const createThrottle = ({ strapi }: WithStrapi) => {
  const limiters = new Map<string, DatabaseClockLimiter>();
  const inTurn = createTurns({ strapi });

  const getLimiter = ({
    name,
    points,
    seconds,
    isResettable = false,
  }: Limit): DatabaseClockLimiter => {
    const existingLimiter = limiters.get(name);
    if (existingLimiter !== undefined) return existingLimiter;
    const limiter = new DatabaseClockLimiter({
      storeClient: strapi.db.connection,
      storeType: 'knex',
      schemaName: SCHEMA,
      tableName: TABLE,
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
      // Blocked callers are rejected without another write until the window ends.
      ...(!isResettable && { inMemoryBlockOnConsumed: points }),
    });
    limiters.set(name, limiter);
    return limiter;
  };

  /** Counts one hit. Returns null if it is allowed, otherwise the seconds to wait. */
  const take = async ({ limit, key }: Hit): Promise<number | null> => {
    try {
      await getLimiter(limit).consume(key);
      return null;
    } catch (refusal) {
      if (limit.isOfReads === true && isReadOnlyServer(refusal)) return null;
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    }
  };

  return {
    take,

    /**
     * Counts a request against limits, in order.
     *
     * @throws RateLimitError `TOO_MANY_REQUESTS`, with `Retry-After` set on the response
     */
    async consume(ctx: Context, hits: readonly Hit[]): Promise<void> {
      for (const hit of hits) {
        const wait = await take(hit);
        if (wait !== null) throw createTooManyRequestsError(ctx, wait);
      }
    },

    /**
     * Runs work sequentially for each key of a limit, on all nodes. Use it if the result decides
     * whether a hit counts, so that no caller is rejected for hits that do not count. Callers wait
     * a limited time.
     *
     * @throws RateLimitError `TOO_MANY_REQUESTS`, with `Retry-After` set on the response, after 20
     * seconds
     */
    async inTurn<T>(ctx: Context, { limit, key }: Hit, work: () => Promise<T>): Promise<T> {
      try {
        return await inTurn(`turn:${limit.name}:${key}`, work);
      } catch (error) {
        throw error instanceof TurnMissed ? createTooManyRequestsError(ctx, 1) : error;
      }
    },

    /** Deletes a count; only for limits with `isResettable`. */
    async forget({ limit, key }: Hit): Promise<void> {
      await getLimiter(limit).delete(key);
    },
  };
};

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Registers the rate limits of this Strapi instance. They hold across all nodes on its database.
 */
export const registerThrottle = ({ strapi }: WithStrapi): void => {
  strapi.add(NAME, () => createThrottle({ strapi }));
};

export const getThrottle = ({ strapi }: WithStrapi): Throttle => strapi.get(NAME);
