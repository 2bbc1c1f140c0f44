import type { Context } from 'koa';
import type { WithStrapi } from '../../with-strapi';
import { storedColumns, watchQueries } from '../../strapi/stored-queries';
import { commonErrors, type RequestPart } from '../common-errors';
import { localizedError } from '../localized-error';
import type { MessageLanguage } from '../errors';
import { currentLanguage } from '../message-language';
import type { Problem } from './conditions';
import { createQueryCheck } from './query-check';

const said: Record<Problem['kind'], Record<MessageLanguage, string>> = {
  value: {
    en: 'This is not a value that the field can have.',
    es: 'El campo no puede tener este valor.',
  },
  condition: {
    en: 'The field cannot be queried in this way.',
    es: 'No se puede consultar así este campo.',
  },
};

/** Returns the part of the request that a value came from. */
const placeOf = (ctx: Context, value: unknown): RequestPart => {
  const params = Object.values((ctx.params ?? {}) as Record<string, unknown>);
  if (params.includes(value)) return 'params';
  return ctx.method === 'GET' || ctx.method === 'HEAD' ? 'query' : 'body';
};

/**
 * Rejects invalid database queries of callers, such as a word for a number or half of a range, in
 * Strapi's own APIs and the panel's. Strapi checks the names in a query, but not the values, and
 * would answer 500 with a stack in the log. Call it in `bootstrap`.
 */
export const guardQueries = ({ strapi }: WithStrapi): void => {
  const check = createQueryCheck(storedColumns({ strapi }));
  watchQueries({ strapi }, (uid, query) => {
    const problem = check(uid, query);
    const ctx = strapi.requestContext.get();
    // An invalid query of the service itself must fail as such.
    if (problem === undefined || ctx === undefined) return;
    const message = said[problem.kind][currentLanguage({ strapi })];
    const errors = [{ in: placeOf(ctx, problem.value), path: [...problem.path], message }];
    throw localizedError({ strapi }, commonErrors.INVALID_REQUEST, { details: { errors } });
  });
};
