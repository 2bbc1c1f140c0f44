import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { accountErrors } from '../contract';
import { httpError } from '../../../http/errors';
import { byAddress, throttleOf } from '../../../throttle';
import { limitOf } from './limits';
import { attemptOf, noteLogin, notifyOwner } from './login-attempts';
import { isPassword } from './passwords';
import { findUser } from './users';

/**
 * The user whose e-mail and password somebody shows; counts as an attempt to log in. A wrong password, an
 * unknown e-mail and an account that has been tried too often are refused alike and take the same time, so
 * that nobody learns from it who has an account.
 *
 * @throws UnauthorizedError `INVALID_CREDENTIALS`, ForbiddenError `PASSWORD_RESET_REQUIRED` or
 * `ACCOUNT_BLOCKED`, RateLimitError `TOO_MANY_REQUESTS`
 */
export const userWithPassword = async (
  { strapi }: { strapi: Core.Strapi },
  { email, password }: { email: string; password: string },
  ctx: Context,
): Promise<NonNullable<Awaited<ReturnType<typeof findUser>>>> => {
  const throttle = throttleOf({ strapi });
  await throttle.consume(ctx, [byAddress(limitOf({ strapi }, 'loginPerAddress'), ctx)]);
  const attempt = await attemptOf({ strapi }, email, ctx);
  // Counted before the comparison: of many tries at once no more get through than of as many in a row.
  const isLocked = (await throttle.take(attempt.hit)) !== null;
  const found = await findUser({ strapi }, { email });
  const user = isLocked ? null : found;
  const [isRight] = await Promise.all([
    isPassword({ strapi }, password, user?.password ?? null),
    // Meanwhile, so that a locked account takes no longer to answer.
    isLocked ? notifyOwner({ strapi }, email) : undefined,
  ]);

  if (user?.isFromLegacy === true && user.password === null) {
    throw httpError(accountErrors.PASSWORD_RESET_REQUIRED);
  }
  if (user === null || !isRight) throw httpError(accountErrors.INVALID_CREDENTIALS);
  if (user.blocked) throw httpError(accountErrors.ACCOUNT_BLOCKED);
  await noteLogin({ strapi }, user, attempt);
  return user;
};
