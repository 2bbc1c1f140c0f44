import type { WithStrapi } from '#platform/strapi/with-strapi';
import { accountErrors, type forgotPassword, type resetPassword } from '../../contract';
import type { Output } from '#platform/http/endpoint';
import type { EndpointRequest } from '#platform/http/handler';
import { createHttpError } from '#platform/http/errors';
import { byAddress, byEmail, getThrottle } from '#platform/throttle';
import { dropCodes, isCodeOf, findCodeOwner } from '../codes';
import { limitOf } from '../../settings';
import { unlockLogin } from '../login-attempts';
import { sendAccountMail } from '../mails/kinds';
import { hashOf, requireGoodPassword } from '../passwords';
import { setPassword, getUserService, withUserLocked } from '../users';
import { getMessage } from '../messages';

/**
 * Sends a code to the owner of an e-mail. The mail job looks up the account, so that known and
 * unknown addresses take the same time.
 */
export const askForResetCode = async (
  { strapi }: WithStrapi,
  { body: { email, lang }, ctx }: EndpointRequest<typeof forgotPassword>,
): Promise<Output<typeof forgotPassword>> => {
  const throttle = getThrottle({ strapi });
  await throttle.consume(ctx, [byAddress(limitOf({ strapi }, 'forgotPerAddress'), ctx)]);
  const attempt = byEmail(limitOf({ strapi }, 'forgotPerAccount'), email);
  if ((await throttle.take(attempt)) === null) {
    await sendAccountMail({ strapi }, { kind: 'reset-code', email, lang });
  }
  return { code: 'RESET_CODE_SENT', message: getMessage(ctx, 'RESET_CODE_SENT') };
};

/** Sets a new password with a code. It also completes the migration of a legacy user. */
export const resetUserPassword = async (
  { strapi }: WithStrapi,
  { body: { code, password, lang }, ctx }: EndpointRequest<typeof resetPassword>,
): Promise<Output<typeof resetPassword>> => {
  const throttle = getThrottle({ strapi });
  await throttle.consume(ctx, [byAddress(limitOf({ strapi }, 'resetPerAddress'), ctx)]);
  requireGoodPassword({ strapi }, password);
  const id = await findCodeOwner({ strapi }, 'reset-password', code);
  if (id === null) throw createHttpError(accountErrors.INVALID_RESET_CODE);

  const hashed = await hashOf({ strapi }, password);
  const owner = await withUserLocked({ strapi }, { id }, async (user) => {
    // Checked again under the lock, so that nobody else can use the code at the same time.
    const isValid =
      user?.blocked === false && (await isCodeOf({ strapi }, 'reset-password', code, user));
    if (!isValid) throw createHttpError(accountErrors.INVALID_RESET_CODE);
    await dropCodes({ strapi }, user);
    await getUserService({ strapi }).edit(id, {
      // The code proves that the user reads the mail of the address.
      confirmed: true,
      confirmedAt: new Date(),
      isFromLegacy: false,
    });
    await setPassword({ strapi }, id, hashed);
    await sendAccountMail({ strapi }, { kind: 'password-changed', user: user.documentId, lang });
    return user;
  });
  await unlockLogin({ strapi }, owner, ctx);
  return { code: 'PASSWORD_UPDATED', message: getMessage(ctx, 'PASSWORD_UPDATED') };
};
