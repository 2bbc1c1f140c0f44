import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { accountFailures, type login } from '../../../../contracts/account';
import type { Input, Output } from '../../../../contracts/kit/endpoint';
import { hasProvenAddress } from '../../../../access/proven-address';
import { failure } from '../../../../contracts/kit/errors';
import { byAddress, throttleOf } from '../../../../throttle';
import { limitOf } from '../limits';
import { attemptOf, noteLogin, tellOwner } from '../login-attempts';
import { isPassword } from '../passwords';
import { issueLogin } from '../sessions';
import { findUser } from '../users';

/**
 * Checks an e-mail and a password. A wrong password, an unknown e-mail and an account that has been tried
 * too often are answered alike and take the same time, so that nobody learns from it who has an account.
 */
export const logIn = async (
  { strapi }: { strapi: Core.Strapi },
  { body: { email, password } }: Input<typeof login>,
  ctx: Context,
): Promise<Output<typeof login>> => {
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
    isLocked ? tellOwner({ strapi }, email) : undefined,
  ]);

  if (user?.isFromLegacy === true && user.password === null) {
    throw failure(accountFailures.PASSWORD_RESET_REQUIRED);
  }
  if (user === null || !isRight) throw failure(accountFailures.INVALID_CREDENTIALS);
  if (user.blocked) throw failure(accountFailures.ACCOUNT_BLOCKED);
  await noteLogin({ strapi }, user, attempt);

  return {
    jwt: await issueLogin({ strapi }, user),
    user: {
      id: user.id,
      documentId: user.documentId,
      username: user.username,
      email: user.email,
      confirmed: hasProvenAddress(user),
      phone: user.phone,
      origin: user.origin,
      identificationNumber: user.identificationNumber,
      nameLastName: user.nameLastName,
    },
  };
};
