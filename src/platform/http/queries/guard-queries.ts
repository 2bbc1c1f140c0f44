import type { Context } from 'koa';
import type { WithStrapi } from '../../with-strapi';
import { storedColumns, watchQueries } from '../../strapi/stored-queries';
import { commonErrors } from '../common-errors';
import { localizedError } from '../localized-error';
import type { MessageLanguage } from '../errors';
import { languageNow } from '../message-language';
import type { Problem } from './conditions';
import { createQueryCheck } from './query-check';

const said: Record<Problem['kind'], Record<MessageLanguage, string>> = {
  value: {
    en: 'This is not a value that the field can have.',
    es: 'El campo no puede tener este valor.',
  },
  condition: {
    en: 'The field cannot be asked for in this way.',
    es: 'No se puede preguntar así por este campo.',
  },
};

type Place = 'params' | 'query' | 'body';

/** Where in a request a value came from. */
const placeOf = (ctx: Context, value: unknown): Place => {
  const params = Object.values((ctx.params ?? {}) as Record<string, unknown>);
  if (params.includes(value)) return 'params';
  return ctx.method === 'GET' || ctx.method === 'HEAD' ? 'query' : 'body';
};

/**
 * Refuses what a caller asks the database that it cannot be asked (a word for a number, half of a range), wherever in
 * Strapi's own APIs and the panel's they ask it: Strapi holds the names in a query against the models and not the
 * values, and answered 500 with a stack in the log. Call it in `bootstrap`.
 */
export const guardQueries = ({ strapi }: WithStrapi): void => {
  const check = createQueryCheck(storedColumns({ strapi }));
  watchQueries({ strapi }, (uid, query) => {
    const problem = check(uid, query);
    const ctx = strapi.requestContext.get();
    // A mistake of the service itself is to fail as one.
    if (problem === undefined || ctx === undefined) return;
    const message = said[problem.kind][languageNow({ strapi })];
    const errors = [{ in: placeOf(ctx, problem.value), path: [...problem.path], message }];
    throw localizedError({ strapi }, commonErrors.INVALID_REQUEST, { details: { errors } });
  });
};
