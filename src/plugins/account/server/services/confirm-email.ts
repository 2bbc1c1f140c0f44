import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { accountErrors, type confirmEmail, type sendConfirmation } from '../../contract';
import type { Output } from '#platform/http/endpoint';
import type { EndpointRequest } from '#platform/http/handler';
import { createHttpError } from '#platform/http/errors';
import { byAddress, byEmail, getThrottle } from '#platform/throttle';
import { dropCodes, isCodeOf, findCodeOwner } from '../codes';
import { authenticateUser } from '../credentials';
import { limitOf } from '../../settings';
import { findUser, type User, getUserService, withUserLocked } from '../users';
import { getMessage } from '../messages';
import { sendAccountMail } from '../mails/kinds';

/**
 * Sends the caller another e-mail with a link that proves the account's address.
 *
 * @throws RateLimitError `TOO_MANY_REQUESTS`
 */
export const sendConfirmationAgain = async (
  { strapi }: WithStrapi,
  { caller, ctx }: EndpointRequest<typeof sendConfirmation>,
): Promise<Output<typeof sendConfirmation>> => {
  if (caller.hasProvenAddress) {
    return { code: 'EMAIL_CONFIRMED', message: getMessage(ctx, 'EMAIL_CONFIRMED') };
  }
  await getThrottle({ strapi }).consume(ctx, [
    byAddress(limitOf({ strapi }, 'forgotPerAddress'), ctx),
    byEmail(limitOf({ strapi }, 'confirmationPerAccount'), caller.email),
  ]);
  await sendAccountMail({ strapi }, { kind: 'confirm-email', user: caller.documentId });
  return { code: 'CONFIRMATION_SENT', message: getMessage(ctx, 'CONFIRMATION_SENT') };
};

type Owner = Pick<User, 'id' | 'email' | 'blocked'>;

/** Returns the user if the code is theirs and was sent to their current address. */
const requireOwner = async (
  { strapi }: WithStrapi,
  code: string,
  user: Owner | null,
): Promise<Owner> => {
  if (user?.blocked !== false || !(await isCodeOf({ strapi }, 'confirm-email', code, user))) {
    throw createHttpError(accountErrors.INVALID_CONFIRMATION_CODE);
  }
  return user;
};

/**
 * Checks by the password that the account is the caller's, if the request has no valid token for
 * it.
 */
const requirePassword = async (
  { strapi }: WithStrapi,
  { id, email }: Owner,
  password: string | undefined,
  ctx: Context,
): Promise<void> => {
  // An empty form does not count as an attempt.
  if (password === undefined || password === '')
    throw createHttpError(accountErrors.LOGIN_REQUIRED);
  const user = await authenticateUser({ strapi }, { email, password }, ctx);
  // The address was moved to another account in the meantime.
  if (user.id !== id) throw createHttpError(accountErrors.INVALID_CONFIRMATION_CODE);
};

/**
 * Confirms an account's address if the caller has both the code that was sent there and access to
 * the account. Anybody can register another person's address. With the code alone, the owner of the
 * address would show their orders to that stranger by following the link. A code works once.
 *
 * @see https://arxiv.org/abs/2205.10174 (account pre-hijacking)
 * @throws ValidationError `INVALID_CONFIRMATION_CODE`, UnauthorizedError `LOGIN_REQUIRED`,
 * RateLimitError `TOO_MANY_REQUESTS`, and the errors of {@link authenticateUser}
 */
export const confirmUserEmail = async (
  { strapi }: WithStrapi,
  { body: { code, password }, caller, ctx }: EndpointRequest<typeof confirmEmail>,
): Promise<Output<typeof confirmEmail>> => {
  const throttle = getThrottle({ strapi });
  await throttle.consume(ctx, [byAddress(limitOf({ strapi }, 'confirmPerAddress'), ctx)]);
  const id = await findCodeOwner({ strapi }, 'confirm-email', code);
  const person = id === null ? null : await findUser({ strapi }, { id });
  const owner = await requireOwner({ strapi }, code, person);
  if (caller?.id !== owner.id) await requirePassword({ strapi }, owner, password, ctx);

  await withUserLocked({ strapi }, { id: owner.id }, async (user) => {
    // Checked again under the lock, so that nobody else can use the code at the same time.
    await requireOwner({ strapi }, code, user);
    await dropCodes({ strapi }, owner, 'confirm-email');
    await getUserService({ strapi }).edit(owner.id, { confirmed: true, confirmedAt: new Date() });
  });
  return { code: 'EMAIL_CONFIRMED', message: getMessage(ctx, 'EMAIL_CONFIRMED') };
};
