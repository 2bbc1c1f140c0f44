import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { hasProvenAddress } from '../proven-address';
import type { sendConfirmation } from '../../contract';
import type { Output } from '../../../../http/endpoint';
import { byAddress, byEmail, throttleOf } from '../../../../throttle';
import { requireUser } from '../access';
import { limitOf } from '../limits';
import { sendAccountMail } from '../mails/send';
import { messageFor } from '../messages';

/**
 * Sends the caller another e-mail with a link that proves the account's address.
 *
 * @throws UnauthorizedError `UNAUTHENTICATED`, RateLimitError `TOO_MANY_REQUESTS`
 */
export const sendConfirmationAgain = async (
  { strapi }: { strapi: Core.Strapi },
  ctx: Context,
): Promise<Output<typeof sendConfirmation>> => {
  const user = await requireUser({ strapi }, ctx);
  if (hasProvenAddress(user)) {
    return { code: 'EMAIL_CONFIRMED', message: messageFor(ctx, 'EMAIL_CONFIRMED') };
  }
  await throttleOf({ strapi }).consume(ctx, [
    byAddress(limitOf({ strapi }, 'forgotPerAddress'), ctx),
    byEmail(limitOf({ strapi }, 'confirmationPerAccount'), user.email),
  ]);
  await sendAccountMail({ strapi }, { kind: 'confirm-email', user: user.documentId });
  return { code: 'CONFIRMATION_SENT', message: messageFor(ctx, 'CONFIRMATION_SENT') };
};
