import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { WithStrapi } from '../with-strapi';
import { isReadOnlyServer } from '../database/outage';
import { commonErrors } from '../http/common-errors';
import { httpError } from '../http/errors';
import { addressKey } from './address';
import { DatabaseClockLimiter } from './limiter';
import { mailboxOf } from './mailbox';
import { SCHEMA, TABLE } from './store';
import { TurnMissed } from './lines';
import { createTurns } from './turns';

const NAME = 'throttle';

/** So many times within so many seconds, counted under a name of its own. */
export type Limit = {
  name: string;
  points: number;
  seconds: number;
  /** May be forgotten before its time is over, so that no node may refuse by what it remembers itself. */
  isForgotten?: boolean;
  /** Limits what only reads: on a server that takes no writes it goes on, uncounted. */
  isOfReads?: boolean;
};

/** What one request counts against: a limit and whom it counts. */
export type Hit = { limit: Limit; key: string };

export { createLines, TurnMissed } from './lines';

/** Counts a caller by network address. */
export const byAddress = (limit: Limit, ctx: Context): Hit => ({
  limit,
  key: addressKey(ctx.request.ip),
});

/** Counts an e-mail address, however it is written; it is not stored in clear. */
export const byEmail = (limit: Limit, email: string): Hit => ({
  limit,
  key: createHash('sha256').update(email.trim().toLowerCase()).digest('base64url'),
});

/** Counts the mailbox of an address: `name+1@` and `name+2@` are read by the same person. */
export const byMailbox = (limit: Limit, email: string): Hit => byEmail(limit, mailboxOf(email));

/** Counts an account, by its number, apart from whoever only types its e-mail address. */
export const byAccount = (limit: Limit, { id }: { id: number }): Hit => ({
  limit,
  key: String(id),
});

const tooMany = (ctx: Context, seconds: number): Error => {
  ctx.set('Retry-After', String(seconds));
  return httpError(commonErrors.TOO_MANY_REQUESTS);
};

const createThrottle = ({ strapi }: WithStrapi) => {
  const limiters = new Map<string, DatabaseClockLimiter>();
  const inTurn = createTurns({ strapi });

  const limiterOf = ({
    name,
    points,
    seconds,
    isForgotten = false,
  }: Limit): DatabaseClockLimiter => {
    const known = limiters.get(name);
    if (known !== undefined) return known;
    const limiter = new DatabaseClockLimiter({
      storeClient: strapi.db.connection,
      storeType: 'knex',
      schemaName: SCHEMA,
      tableName: TABLE,
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
      // Whoever is over the limit is refused without another write until it is over.
      ...(!isForgotten && { inMemoryBlockOnConsumed: points }),
    });
    limiters.set(name, limiter);
    return limiter;
  };

  /** Counts one more. Null: it is allowed; otherwise the seconds until it is again. */
  const take = async ({ limit, key }: Hit): Promise<number | null> => {
    try {
      await limiterOf(limit).consume(key);
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
     * Counts a request against limits, one after the other.
     *
     * @throws RateLimitError `TOO_MANY_REQUESTS`, with `Retry-After` set on the answer
     */
    async consume(ctx: Context, hits: readonly Hit[]): Promise<void> {
      for (const hit of hits) {
        const wait = await take(hit);
        if (wait !== null) throw tooMany(ctx, wait);
      }
    },

    /**
     * Does one thing after the other for whom a limit counts, on all nodes: where each is counted before it is known
     * whether it counts, nobody is refused for others who do not count in the end. Callers wait, but not for long.
     *
     * @throws RateLimitError `TOO_MANY_REQUESTS`, with `Retry-After` set on the answer, after 20 seconds
     */
    async inTurn<T>(ctx: Context, { limit, key }: Hit, work: () => Promise<T>): Promise<T> {
      try {
        return await inTurn(`turn:${limit.name}:${key}`, work);
      } catch (error) {
        throw error instanceof TurnMissed ? tooMany(ctx, 1) : error;
      }
    },

    /** Forgets what was counted; only for a limit that says it may be. */
    async forget({ limit, key }: Hit): Promise<void> {
      await limiterOf(limit).delete(key);
    },
  };
};

export type Throttle = ReturnType<typeof createThrottle>;

/** Makes limits available to this Strapi instance; they hold across all nodes on its database. */
export const registerThrottle = ({ strapi }: WithStrapi): void => {
  strapi.add(NAME, () => createThrottle({ strapi }));
};

export const throttleOf = ({ strapi }: WithStrapi): Throttle => strapi.get(NAME);
