import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { commonErrors } from '#platform/http/common-errors';
import { defineErrors } from '#platform/http/errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { byAddress, createProcessTurns, getThrottle, TurnMissed } from '#platform/throttle';
import { createJoinedCounter, createRowCounts, type QueryWork } from './joined-rows';
import { createPopulatedCounter, parsePopulate } from './populated';
import { contentApiSettings } from './settings';

/**
 * Maximum number of populated rows of one query. More take seconds, which block the event loop, and
 * tens of megabytes.
 */
const MOST_ROWS = 5_000;

/**
 * Number of rows above which a query counts as large; it takes a tenth of a second. Large queries
 * run one at a time, and other requests run in between.
 */
const MANY_ROWS = 1_500;

/**
 * Maximum wait in milliseconds, once in the queue of the caller's address and once in the common
 * queue.
 */
const MAX_WAIT_MS = 5_000;

/** Name of the common queue of large queries. */
const EVERYBODY = 'everybody';

const MINUTE = 60;

/** Maximum and default page size of lists (`config/api.ts`). */
const LIST = { most: 100, usual: 25 };

const { FILTERS_TOO_WIDE, POPULATED_SORT_NOT_TAKEN, QUERY_TOO_LARGE } = defineErrors({
  POPULATED_SORT_NOT_TAKEN: {
    status: 400,
    message: {
      en: 'A populated relation can only be ordered by its own fields.',
      es: 'Una relación incluida solo se puede ordenar por sus propios campos.',
    },
  },
  FILTERS_TOO_WIDE: {
    status: 400,
    message: {
      en: 'These filters, or this sort order, read too many entries. Use fewer relations.',
      es: 'Estos filtros, o este orden, leen demasiadas entradas. Usa menos relaciones.',
    },
  },
  QUERY_TOO_LARGE: {
    status: 400,
    message: {
      en: 'This would populate too much at once. Request fewer entries or fewer fields, or send several requests.',
      es: 'Esto traería demasiado de una vez. Pide menos entradas o menos campos, o envía varias peticiones.',
    },
  },
});

type State = {
  auth?: { strategy?: { name?: string } };
  /**
   * The handler of a generated route consists of the type's UID and the action:
   * `api::live.live.find`.
   */
  route: { handler: string };
};

export type Query = Readonly<Record<string, unknown>>;

/** Returns the maximum number of entries that a request reads. */
const computeMaxEntries = (params: { id?: string }, { pagination }: Query): number => {
  if (params.id !== undefined) return 1;
  const { pageSize, limit } = (pagination ?? {}) as Query;
  const requested = Number(pageSize ?? limit ?? LIST.usual);
  return requested > 0 && requested < LIST.most ? requested : LIST.most;
};

/** Creates the state that all routes share: the row counters and the queues. */
const createShared = ({ strapi }: WithStrapi) => {
  const counts = createRowCounts({ strapi });
  return {
    populatedBy: createPopulatedCounter({ strapi }, counts),
    joinedBy: createJoinedCounter({ strapi }, counts),
    inLineOf: createProcessTurns(MAX_WAIT_MS),
  };
};

type Shared = ReturnType<typeof createShared>;

const shared = new WeakMap<Core.Strapi, Shared>();

const getSharedState = ({ strapi }: WithStrapi): Shared => {
  const existing = shared.get(strapi) ?? createShared({ strapi });
  shared.set(strapi, existing);
  return existing;
};

/** Forgets the counted rows, which are up to a minute old, after the database was replaced. */
export const forgetRowCounts = ({ strapi }: WithStrapi): boolean => shared.delete(strapi);

/**
 * Returns the approximate number of rows that a query populates, and the joins of its filters and
 * sort order.
 *
 * @param entries maximum number of entries of the type that the query reads
 * @throws ValidationError `POPULATED_SORT_NOT_TAKEN` for an order that Strapi cannot express in SQL
 * @throws ValidationError `QUERY_TOO_LARGE` or `FILTERS_TOO_WIDE`, with the approximate rows in its
 * details
 */
export const measureQuery = async (
  { strapi }: WithStrapi,
  { uid, query, entries }: { uid: string; query: Query; entries: number },
): Promise<{ rows: number; joined: readonly QueryWork[] }> => {
  const { joinedBy, populatedBy } = getSharedState({ strapi });
  const joined = await joinedBy(uid, query);
  if (joined.some(({ isPopulatedInOrder }) => isPopulatedInOrder)) {
    throw createLocalizedError({ strapi }, POPULATED_SORT_NOT_TAKEN);
  }
  const tooMany = joined.find(({ isTooMany }) => isTooMany);
  if (tooMany !== undefined) {
    const { rows, most } = tooMany;
    throw createLocalizedError({ strapi }, FILTERS_TOO_WIDE, { details: { rows, most } });
  }
  if (query.populate === undefined) return { rows: 0, joined };
  const rows = Math.ceil(await populatedBy(uid, parsePopulate(query.populate), entries));
  if (rows > MOST_ROWS) {
    throw createLocalizedError({ strapi }, QUERY_TOO_LARGE, { details: { rows, most: MOST_ROWS } });
  }
  return { rows, joined };
};

/**
 * Rejects queries without an API token that would populate a large part of the catalogue, or join
 * it with itself. Strapi limits a list, but not the relations that are populated in it or joined by
 * its filters. A query from products to their business lines and back reads each product with all
 * others. One such request blocked all others for minutes.
 *
 * Large queries within the limits run one at a time, and the number per address and minute is
 * limited.
 *
 * @throws ValidationError `POPULATED_SORT_NOT_TAKEN` for an order that Strapi cannot express in SQL
 * @throws ValidationError `QUERY_TOO_LARGE` or `FILTERS_TOO_WIDE`, with the approximate rows in its
 * details
 * @throws RateLimitError `TOO_MANY_REQUESTS`, with `Retry-After`
 * @throws HttpError 503 `SERVICE_UNAVAILABLE`, with `Retry-After`, if it has waited for ten seconds
 */
export const limitQueries = (_config: unknown, { strapi }: WithStrapi) => {
  const readInTurn = async ({ inLineOf }: Shared, ctx: Context, read: Next): Promise<void> => {
    const { largeQueriesPerMinute: points } = contentApiSettings.of({ strapi });
    const limit = { name: 'large-queries', points, seconds: MINUTE, isOfReads: true };
    const caller = byAddress(limit, ctx);
    await getThrottle({ strapi }).consume(ctx, [caller]);
    const readIfConnected = async (): Promise<void> => {
      if (!ctx.req.socket.destroyed) await read();
    };
    try {
      // Each address has at most one query in the common queue, so that no caller can fill it.
      await inLineOf(caller.key, () => inLineOf(EVERYBODY, readIfConnected));
    } catch (error) {
      if (!(error instanceof TurnMissed)) throw error;
      throw createLocalizedError({ strapi }, commonErrors.SERVICE_UNAVAILABLE, { cause: error });
    }
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    const { auth, route } = ctx.state as State;
    if (auth?.strategy?.name === 'content-api-token') {
      await next();
      return;
    }
    const uid = route.handler.slice(0, route.handler.lastIndexOf('.'));
    const entries = computeMaxEntries(ctx.params as { id?: string }, ctx.query);
    const { rows, joined } = await measureQuery({ strapi }, { uid, query: ctx.query, entries });
    const isLarge = rows >= MANY_ROWS || joined.some(({ isMany }) => isMany);
    await (isLarge ? readInTurn(getSharedState({ strapi }), ctx, next) : next());
  };
};
