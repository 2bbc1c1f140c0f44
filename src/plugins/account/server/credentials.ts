import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { accountErrors } from '../contract';
import { createHttpError } from '#platform/http/errors';
import { byAddress, getThrottle } from '#platform/throttle';
import { limitOf } from '../settings';
import { attemptOf, noteLogin, notifyOwner } from './login-attempts';
import { isPassword } from './passwords';
import { findUser, type StoredUser } from './users';

type Credentials = { email: string; password: string };

/**
 * @throws UnauthorizedError `INVALID_CREDENTIALS`, ForbiddenError `PASSWORD_RESET_REQUIRED` or `ACCOUNT_BLOCKED`
 */
const requireRight = async (
  { strapi }: WithStrapi,
  { email, password }: Credentials,
): Promise<StoredUser> => {
  const user = await findUser({ strapi }, { email });
  const isRight = await isPassword({ strapi }, password, user?.password ?? null);
  if (user?.isFromLegacy === true && user.password === null) {
    throw createHttpError(accountErrors.PASSWORD_RESET_REQUIRED);
  }
  if (user === null || !isRight) throw createHttpError(accountErrors.INVALID_CREDENTIALS);
  if (user.blocked) throw createHttpError(accountErrors.ACCOUNT_BLOCKED);
  return user;
};

/** Rejects a login to a locked account. It takes as long as a login whose password is compared. */
const refuseLocked = async (
  { strapi }: WithStrapi,
  { email, password }: Credentials,
): Promise<never> => {
  await findUser({ strapi }, { email });
  await Promise.all([
    isPassword({ strapi }, password, null),
    // Runs during the comparison, so that a locked account does not respond later.
    notifyOwner({ strapi }, email),
  ]);
  throw createHttpError(accountErrors.INVALID_CREDENTIALS);
};

/**
 * Returns the user with an e-mail and password; counts as an attempt to log in. A wrong password,
 * an unknown e-mail and a locked account get one response in equal time. Nobody can learn from it
 * who has an account.
 *
 * @throws UnauthorizedError `INVALID_CREDENTIALS`, ForbiddenError `PASSWORD_RESET_REQUIRED` or
 * `ACCOUNT_BLOCKED`, RateLimitError `TOO_MANY_REQUESTS`
 */
export const authenticateUser = async (
  { strapi }: WithStrapi,
  presented: Credentials,
  ctx: Context,
): Promise<StoredUser> => {
  const throttle = getThrottle({ strapi });
  await throttle.consume(ctx, [byAddress(limitOf({ strapi }, 'loginPerAddress'), ctx)]);
  const attempt = await attemptOf({ strapi }, presented.email, ctx);
  // Attempts run one after another. Otherwise many simultaneous logins with the right password
  // would lock the account while they are compared.
  const user = await throttle.inTurn(ctx, attempt.hit, async () => {
    // The attempt is counted before the comparison, so that simultaneous attempts are limited like
    // successive ones.
    if ((await throttle.take(attempt.hit)) !== null) return null;
    const right = await requireRight({ strapi }, presented);
    await noteLogin({ strapi }, right, attempt);
    return right;
  });
  return user ?? (await refuseLocked({ strapi }, presented));
};
