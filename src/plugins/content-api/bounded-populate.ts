import type { Core } from '@strapi/types';
import { defineErrors } from '../../http/errors';
import { localizedError } from '../../http/localized-error';
import { createRowCounter, populatedIn, type RowCounter } from './populated-rows';

/** So many rows take seconds, in which nobody else is answered, and some ten megabytes. */
const MOST_ROWS = 5_000;

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

type PolicyContext = {
  params: { id?: string };
  state: { auth?: { strategy?: { name?: string } }; route: { handler: string } };
  request: { query: Record<string, unknown> };
};

const rowsIn = ({ params, request: { query } }: PolicyContext): number => {
  if (params.id !== undefined) return 1;
  const { pageSize, limit } = (query.pagination ?? {}) as Record<string, unknown>;
  const wanted = Number(pageSize ?? limit ?? LIST.usual);
  return wanted > 0 && wanted < LIST.most ? wanted : LIST.most;
};

const counters = new WeakMap<Core.Strapi, RowCounter>();

const counterOf = ({ strapi }: { strapi: Core.Strapi }): RowCounter => {
  const known = counters.get(strapi) ?? createRowCounter({ strapi });
  counters.set(strapi, known);
  return known;
};

/**
 * Refuses to anyone but an API token what would populate a large part of the catalogue: Strapi bounds a list, and nothing of
 * what is populated in it. From products to their business lines and back, each is read with all of the others: one such
 * request held up everybody for minutes.
 *
 * @throws ValidationError `QUERY_TOO_LARGE`, with the rows that it would read, about, in its details
 */
export const boundedPopulate = async (
  context: PolicyContext,
  _config: unknown,
  { strapi }: { strapi: Core.Strapi },
): Promise<boolean> => {
  const { state, request } = context;
  if (state.auth?.strategy?.name === 'content-api-token') return true;
  if (request.query.populate === undefined) return true;
  const uid = state.route.handler.slice(0, state.route.handler.lastIndexOf('.'));
  const populated = populatedIn(request.query.populate);
  const rows = Math.ceil(await counterOf({ strapi })(uid, populated, rowsIn(context)));
  if (rows <= MOST_ROWS) return true;
  throw localizedError({ strapi }, QUERY_TOO_LARGE, { details: { rows, most: MOST_ROWS } });
};
