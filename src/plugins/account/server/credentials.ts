import type { Context } from 'koa';
import type { WithStrapi } from '../../../platform/with-strapi';
import { accountErrors } from '../contract';
import { httpError } from '../../../platform/http/errors';
import { byAddress, throttleOf } from '../../../platform/throttle';
import { limitOf } from './limits';
import { attemptOf, noteLogin, notifyOwner } from './login-attempts';
import { isPassword } from './passwords';
import { findUser, type StoredUser } from './users';

type Shown = { email: string; password: string };

/**
 * @throws UnauthorizedError `INVALID_CREDENTIALS`, ForbiddenError `PASSWORD_RESET_REQUIRED` or `ACCOUNT_BLOCKED`
 */
const requireRight = async (
  { strapi }: WithStrapi,
  { email, password }: Shown,
): Promise<StoredUser> => {
  const user = await findUser({ strapi }, { email });
  const isRight = await isPassword({ strapi }, password, user?.password ?? null);
  if (user?.isFromLegacy === true && user.password === null) {
    throw httpError(accountErrors.PASSWORD_RESET_REQUIRED);
  }
  if (user === null || !isRight) throw httpError(accountErrors.INVALID_CREDENTIALS);
  if (user.blocked) throw httpError(accountErrors.ACCOUNT_BLOCKED);
  return user;
};

/** Refuses whoever tries a locked account, and takes as long as where something is compared. */
const refuseLocked = async ({ strapi }: WithStrapi, { email, password }: Shown): Promise<never> => {
  await findUser({ strapi }, { email });
  await Promise.all([
    isPassword({ strapi }, password, null),
    // Meanwhile, so that a locked account takes no longer to answer.
    notifyOwner({ strapi }, email),
  ]);
  throw httpError(accountErrors.INVALID_CREDENTIALS);
};

/**
 * The user whose e-mail and password somebody shows; counts as an attempt to log in. A wrong password, an
 * unknown e-mail and an account that has been tried too often are refused alike and take the same time, so
 * that nobody learns from it who has an account.
 *
 * @throws UnauthorizedError `INVALID_CREDENTIALS`, ForbiddenError `PASSWORD_RESET_REQUIRED` or
 * `ACCOUNT_BLOCKED`, RateLimitError `TOO_MANY_REQUESTS`
 */
export const userWithPassword = async (
  { strapi }: WithStrapi,
  shown: Shown,
  ctx: Context,
): Promise<StoredUser> => {
  const throttle = throttleOf({ strapi });
  await throttle.consume(ctx, [byAddress(limitOf({ strapi }, 'loginPerAddress'), ctx)]);
  const attempt = await attemptOf({ strapi }, shown.email, ctx);
  // In turn: of many right ones at once, those that are being compared would lock the account for the others.
  const user = await throttle.inTurn(ctx, attempt.hit, async () => {
    // Counted before the comparison: of many tries at once no more get through than of as many in a row.
    if ((await throttle.take(attempt.hit)) !== null) return null;
    const right = await requireRight({ strapi }, shown);
    await noteLogin({ strapi }, right, attempt);
    return right;
  });
  return user ?? (await refuseLocked({ strapi }, shown));
};
