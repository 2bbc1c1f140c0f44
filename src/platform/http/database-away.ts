import type { Context, Next } from 'koa';
import { commonErrors } from './common-errors';
import { httpError, localizeError } from './errors';
import { hasMetOutage } from '../database';
import { isDatabaseAway, isDeadlock } from '../database/outage';
import { messageLanguageOf } from './message-language';

const FIRST_ERROR = 400;

const unavailable = (ctx: Context, cause?: unknown): Error => {
  // One that ends a session would do so for a reason that nobody has checked.
  ctx.remove('Set-Cookie');
  ctx.set('Cache-Control', 'no-store');
  const error = httpError(commonErrors.SERVICE_UNAVAILABLE, { cause });
  localizeError(error, messageLanguageOf(ctx));
  return error;
};

/**
 * Answers 503 with `Retry-After` while the database is unavailable, and when it has ended a deadlock.
 *
 * Strapi's authentication strategies treat a failed look-up as an unknown caller and answer 401, upon which a frontend logs its
 * user out. Every error of a request that has met an outage becomes 503, whatever it has turned into.
 */
export const answerDatabaseAway = async (ctx: Context, next: Next): Promise<void> => {
  try {
    await next();
  } catch (error) {
    const isForAMoment = isDatabaseAway(error) || isDeadlock(error);
    if (isForAMoment || hasMetOutage(ctx.state)) throw unavailable(ctx, error);
    throw error;
  }
  if (ctx.status >= FIRST_ERROR && hasMetOutage(ctx.state)) throw unavailable(ctx);
};
