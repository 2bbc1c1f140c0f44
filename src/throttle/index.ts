import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { commonFailures } from '../contracts/failures';
import { failure } from '../contracts/kit/errors';
import { addressKey } from './address';
import { SCHEMA, TABLE, createStore } from './store';

const NAME = 'throttle';

/** So many times within so many seconds, counted under a name of its own. */
export type Limit = { name: string; points: number; seconds: number };

/** What one request counts against: a limit and whom it counts. */
export type Hit = { limit: Limit; key: string };

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

const createThrottle = ({ strapi }: { strapi: Core.Strapi }) => {
  const limiters = new Map<string, RateLimiterPostgres>();
  let store: Promise<void> | undefined;

  const ready = (): Promise<void> => {
    store ??= createStore({ strapi }).catch((error: unknown) => {
      store = undefined;
      throw error;
    });
    return store;
  };

  const limiterOf = ({ name, points, seconds }: Limit): RateLimiterPostgres => {
    const known = limiters.get(name);
    if (known !== undefined) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: strapi.db.connection,
      storeType: 'knex',
      schemaName: SCHEMA,
      tableName: TABLE,
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
      // Whoever is over the limit is refused without another write until it is over.
      inMemoryBlockOnConsumed: points,
    });
    limiters.set(name, limiter);
    return limiter;
  };

  return {
    /**
     * Counts a request against limits, one after the other.
     *
     * @throws RateLimitError `TOO_MANY_REQUESTS`, with `Retry-After` set on the answer
     */
    async consume(ctx: Context, hits: readonly Hit[]): Promise<void> {
      await ready();
      for (const { limit, key } of hits) {
        try {
          await limiterOf(limit).consume(key);
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          ctx.set('Retry-After', String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))));
          throw failure(commonFailures.TOO_MANY_REQUESTS);
        }
      }
    },
  };
};

export type Throttle = ReturnType<typeof createThrottle>;

/** Makes limits available to this Strapi instance; they hold across all nodes on its database. */
export const registerThrottle = ({ strapi }: { strapi: Core.Strapi }): void => {
  strapi.add(NAME, () => createThrottle({ strapi }));
};

export const throttleOf = ({ strapi }: { strapi: Core.Strapi }): Throttle => strapi.get(NAME);
