import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { accountFailures, type confirmEmail } from '../../../../contracts/account';
import type { Input, Output } from '../../../../contracts/kit/endpoint';
import { failure } from '../../../../contracts/kit/errors';
import { byAddress, throttleOf } from '../../../../throttle';
import { dropCodes, isCodeOf, ownerOfCode } from '../codes';
import { limitOf } from '../limits';
import { userService, withUserLocked } from '../users';
import { messageFor } from '../words';

/**
 * Takes an account's address for proven when somebody shows the code that was sent there. The code works
 * once.
 *
 * @throws ValidationError `INVALID_CONFIRMATION_CODE`, RateLimitError `TOO_MANY_REQUESTS`
 */
export const confirmUserEmail = async (
  { strapi }: { strapi: Core.Strapi },
  { body: { code } }: Input<typeof confirmEmail>,
  ctx: Context,
): Promise<Output<typeof confirmEmail>> => {
  const throttle = throttleOf({ strapi });
  await throttle.consume(ctx, [byAddress(limitOf({ strapi }, 'confirmPerAddress'), ctx)]);
  const id = await ownerOfCode({ strapi }, 'confirm-email', code);
  if (id === null) throw failure(accountFailures.INVALID_CONFIRMATION_CODE);

  await withUserLocked({ strapi }, { id }, async (user) => {
    const isValid =
      user?.blocked === false && (await isCodeOf({ strapi }, 'confirm-email', code, user));
    if (!isValid) throw failure(accountFailures.INVALID_CONFIRMATION_CODE);
    await dropCodes({ strapi }, { id }, 'confirm-email');
    await userService({ strapi }).edit(id, { confirmed: true, confirmedAt: new Date() });
  });
  return { code: 'EMAIL_CONFIRMED', message: messageFor(ctx, 'EMAIL_CONFIRMED') };
};
