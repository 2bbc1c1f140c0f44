import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { accountFailures, type resetPassword } from '../../../../contracts/account';
import type { Input, Output } from '../../../../contracts/kit/endpoint';
import { failure } from '../../../../contracts/kit/errors';
import { byAddress, byEmail, throttleOf } from '../../../../throttle';
import { limitOf } from '../limits';
import { sendLater } from '../mail/queue';
import { requireGoodPassword } from '../passwords';
import { dropResetCodes, ownerOfResetCode } from '../reset-codes';
import { userService, withUserLocked } from '../users';
import { messageFor } from '../words';

/** Sets a new password for whoever shows a code, which also makes a legacy user a full one. */
export const resetUserPassword = async (
  { strapi }: { strapi: Core.Strapi },
  { body: { code, password, lang } }: Input<typeof resetPassword>,
  ctx: Context,
): Promise<Output<typeof resetPassword>> => {
  const throttle = throttleOf({ strapi });
  await throttle.consume(ctx, [byAddress(limitOf({ strapi }, 'resetPerAddress'), ctx)]);
  requireGoodPassword({ strapi }, password);
  const id = await ownerOfResetCode({ strapi }, code);
  if (id === null) throw failure(accountFailures.INVALID_RESET_CODE);

  const email = await withUserLocked({ strapi }, { id }, async (user) => {
    // Once more, now that nobody else can use it at the same time.
    const isValid = user?.blocked === false && (await ownerOfResetCode({ strapi }, code)) === id;
    if (user === null || !isValid) throw failure(accountFailures.INVALID_RESET_CODE);
    await dropResetCodes({ strapi }, user);
    await userService({ strapi }).edit(id, { password, confirmed: true, isFromLegacy: false });
    await sendLater({ strapi }, { kind: 'password-changed', user: user.documentId, lang });
    return user.email;
  });
  await throttle.forget(byEmail(limitOf({ strapi }, 'loginPerAccount'), email));
  return { code: 'PASSWORD_UPDATED', message: messageFor(ctx, 'PASSWORD_UPDATED') };
};
