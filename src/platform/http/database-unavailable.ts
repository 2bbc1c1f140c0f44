import type { Context, Next } from 'koa';
import { commonErrors } from './common-errors';
import {
  isDatabaseUnavailable,
  isDeadlock,
  isOverdueStatement,
  wasDatabaseUnavailable,
} from '../database-unavailable';
import { createRequestError } from './message-language';

const FIRST_ERROR = 400;

const createUnavailableError = (ctx: Context, cause?: unknown): Error => {
  // A cookie may end the session on the basis of a check that failed.
  ctx.remove('Set-Cookie');
  ctx.set('Cache-Control', 'no-store');
  return createRequestError(ctx, commonErrors.SERVICE_UNAVAILABLE, { cause });
};

/**
 * Answers 503 with `Retry-After` while the database is unavailable, and when it has ended a
 * deadlock or a statement that took too long.
 *
 * Strapi's authentication strategies treat a failed lookup as an unknown caller and answer 401. A
 * frontend then logs its user out. Therefore every error of a request that met an outage becomes
 * 503.
 */
export const answerDatabaseUnavailable = async (ctx: Context, next: Next): Promise<void> => {
  try {
    await next();
  } catch (error) {
    const isForAMoment =
      isDatabaseUnavailable(error) || isDeadlock(error) || isOverdueStatement(error);
    if (isForAMoment || wasDatabaseUnavailable(ctx.state)) throw createUnavailableError(ctx, error);
    throw error;
  }
  if (ctx.status >= FIRST_ERROR && wasDatabaseUnavailable(ctx.state))
    throw createUnavailableError(ctx);
};
