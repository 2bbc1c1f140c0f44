import { Mutex, withTimeout } from 'async-mutex';
import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { commonErrors } from '../../http/common-errors';
import { defineErrors } from '../../http/errors';
import { localizedError } from '../../http/localized-error';
import { createRowCounter, populatedIn } from './populated-rows';

/** So many rows take seconds, in which nobody else is answered, and some ten megabytes. */
const MOST_ROWS = 5_000;

/** So many take a tenth of a second: from here on one query is read after the other, and others are answered in between. */
const MANY_ROWS = 1_500;

/** No query waits longer for its turn, in milliseconds. */
const PATIENCE = 10_000;

/** What a list has at most, and unless it is told (`config/api.ts`). */
const LIST = { most: 100, usual: 25 };

const { QUERY_TOO_LARGE } = defineErrors({
  QUERY_TOO_LARGE: {
    status: 400,
    message: {
      en: 'This would populate too much at once. Ask for fewer entries, for less of each, or in several requests.',
      es: 'Esto traería demasiado de una vez. Pida menos entradas, menos de cada una, o en varias peticiones.',
    },
  },
});

type State = {
  auth?: { strategy?: { name?: string } };
  /** The handler of a generated route is the type's name and the action's: `api::live.live.find`. */
  route: { handler: string };
};

type Query = Readonly<Record<string, unknown>>;

const rowsIn = (params: { id?: string }, { pagination }: Query): number => {
  if (params.id !== undefined) return 1;
  const { pageSize, limit } = (pagination ?? {}) as Query;
  const wanted = Number(pageSize ?? limit ?? LIST.usual);
  return wanted > 0 && wanted < LIST.most ? wanted : LIST.most;
};

/** What all routes share: how rows are counted, and whose turn it is. */
const createShared = ({ strapi }: { strapi: Core.Strapi }) => ({
  rowsOf: createRowCounter({ strapi }),
  turn: withTimeout(new Mutex(), PATIENCE),
});

const shared = new WeakMap<Core.Strapi, ReturnType<typeof createShared>>();

const sharedOf = ({ strapi }: { strapi: Core.Strapi }): ReturnType<typeof createShared> => {
  const known = shared.get(strapi) ?? createShared({ strapi });
  shared.set(strapi, known);
  return known;
};

/**
 * Refuses to anyone but an API token what would populate a large part of the catalogue: Strapi bounds a list, and nothing of
 * what is populated in it. From products to their business lines and back, each is read with all of the others: one such
 * request held up everybody for minutes. What is large and not refused is read one query after the other.
 *
 * @throws ValidationError `QUERY_TOO_LARGE`, with the rows that it would read, about, in its details
 * @throws HttpError 503 `SERVICE_UNAVAILABLE`, with `Retry-After`, where its turn has not come in ten seconds
 */
export const boundedPopulate =
  (_config: unknown, { strapi }: { strapi: Core.Strapi }) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const { rowsOf, turn } = sharedOf({ strapi });
    const { auth, route } = ctx.state as State;
    const query: Query = ctx.query;
    if (auth?.strategy?.name === 'content-api-token' || query.populate === undefined) {
      await next();
      return;
    }
    const uid = route.handler.slice(0, route.handler.lastIndexOf('.'));
    const populated = populatedIn(query.populate);
    const rows = Math.ceil(
      await rowsOf(uid, populated, rowsIn(ctx.params as { id?: string }, query)),
    );
    if (rows > MOST_ROWS) {
      throw localizedError({ strapi }, QUERY_TOO_LARGE, { details: { rows, most: MOST_ROWS } });
    }
    if (rows < MANY_ROWS) {
      await next();
      return;
    }
    try {
      await turn.acquire();
    } catch {
      throw localizedError({ strapi }, commonErrors.SERVICE_UNAVAILABLE);
    }
    try {
      await next();
    } finally {
      turn.release();
    }
  };
