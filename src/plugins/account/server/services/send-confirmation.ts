import type { WithStrapi } from '../../../../platform/with-strapi';
import type { sendConfirmation } from '../../contract';
import type { Output } from '../../../../platform/http/endpoint';
import type { EndpointRequest } from '../../../../platform/http/handler';
import { byAddress, byEmail, throttleOf } from '../../../../platform/throttle';
import { limitOf } from '../limits';
import { sendAccountMail } from '../mails/send';
import { messageFor } from '../messages';

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
    return { code: 'EMAIL_CONFIRMED', message: messageFor(ctx, 'EMAIL_CONFIRMED') };
  }
  await throttleOf({ strapi }).consume(ctx, [
    byAddress(limitOf({ strapi }, 'forgotPerAddress'), ctx),
    byEmail(limitOf({ strapi }, 'confirmationPerAccount'), caller.email),
  ]);
  await sendAccountMail({ strapi }, { kind: 'confirm-email', user: caller.documentId });
  return { code: 'CONFIRMATION_SENT', message: messageFor(ctx, 'CONFIRMATION_SENT') };
};
