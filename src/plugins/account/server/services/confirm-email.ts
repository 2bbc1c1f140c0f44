import type { Context } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { accountErrors, type confirmEmail } from '../../contract';
import type { Output } from '../../../../platform/http/endpoint';
import type { EndpointRequest } from '../../../../platform/http/handler';
import { httpError } from '../../../../platform/http/errors';
import { byAddress, throttleOf } from '../../../../platform/throttle';
import { dropCodes, isCodeOf, ownerOfCode } from '../codes';
import { userWithPassword } from '../credentials';
import { limitOf } from '../limits';
import { findUser, type User, userService, withUserLocked } from '../users';
import { messageFor } from '../messages';

type Owner = Pick<User, 'id' | 'email' | 'blocked'>;

/** The user, if the code is theirs and was sent to the address that they have now. */
const requireOwner = async (
  { strapi }: WithStrapi,
  code: string,
  user: Owner | null,
): Promise<Owner> => {
  if (user?.blocked !== false || !(await isCodeOf({ strapi }, 'confirm-email', code, user))) {
    throw httpError(accountErrors.INVALID_CONFIRMATION_CODE);
  }
  return user;
};

/** The account is the caller's: by its password, where its token did not come along. */
const requirePassword = async (
  { strapi }: WithStrapi,
  { id, email }: Owner,
  password: string | undefined,
  ctx: Context,
): Promise<void> => {
  // A form that was left empty is no try.
  if (password === undefined || password === '') throw httpError(accountErrors.LOGIN_REQUIRED);
  const user = await userWithPassword({ strapi }, { email, password }, ctx);
  // The address has changed hands in this moment.
  if (user.id !== id) throw httpError(accountErrors.INVALID_CONFIRMATION_CODE);
};

/**
 * Takes an account's address for proven when the caller has both the code that was sent there and the account.
 * Anybody may register somebody else's address: if the code were enough, its owner would open their orders to
 * that stranger by following the link. The code works once.
 *
 * @see https://arxiv.org/abs/2205.10174 (account pre-hijacking)
 * @throws ValidationError `INVALID_CONFIRMATION_CODE`, UnauthorizedError `LOGIN_REQUIRED`, RateLimitError
 * `TOO_MANY_REQUESTS`, and what {@link userWithPassword} throws
 */
export const confirmUserEmail = async (
  { strapi }: WithStrapi,
  { body: { code, password }, caller, ctx }: EndpointRequest<typeof confirmEmail>,
): Promise<Output<typeof confirmEmail>> => {
  const throttle = throttleOf({ strapi });
  await throttle.consume(ctx, [byAddress(limitOf({ strapi }, 'confirmPerAddress'), ctx)]);
  const id = await ownerOfCode({ strapi }, 'confirm-email', code);
  const found = id === null ? null : await findUser({ strapi }, { id });
  const owner = await requireOwner({ strapi }, code, found);
  if (caller?.id !== owner.id) await requirePassword({ strapi }, owner, password, ctx);

  await withUserLocked({ strapi }, { id: owner.id }, async (user) => {
    // Once more, now that nobody else can use it at the same time.
    await requireOwner({ strapi }, code, user);
    await dropCodes({ strapi }, owner, 'confirm-email');
    await userService({ strapi }).edit(owner.id, { confirmed: true, confirmedAt: new Date() });
  });
  return { code: 'EMAIL_CONFIRMED', message: messageFor(ctx, 'EMAIL_CONFIRMED') };
};
