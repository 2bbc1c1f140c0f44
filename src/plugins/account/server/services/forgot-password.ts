import type { WithStrapi } from '../../../../platform/with-strapi';
import type { forgotPassword } from '../../contract';
import type { Output } from '../../../../platform/http/endpoint';
import type { EndpointRequest } from '../../../../platform/http/handler';
import { byAddress, byEmail, throttleOf } from '../../../../platform/throttle';
import { limitOf } from '../limits';
import { sendAccountMail } from '../mails/send';
import { messageFor } from '../messages';

/**
 * Sends a code to the owner of an e-mail. The mail job looks up the account, so that known and
 * unknown addresses take the same time.
 */
export const askForResetCode = async (
  { strapi }: WithStrapi,
  { body: { email, lang }, ctx }: EndpointRequest<typeof forgotPassword>,
): Promise<Output<typeof forgotPassword>> => {
  const throttle = throttleOf({ strapi });
  await throttle.consume(ctx, [byAddress(limitOf({ strapi }, 'forgotPerAddress'), ctx)]);
  const asked = byEmail(limitOf({ strapi }, 'forgotPerAccount'), email);
  if ((await throttle.take(asked)) === null) {
    await sendAccountMail({ strapi }, { kind: 'reset-code', email, lang });
  }
  return { code: 'RESET_CODE_SENT', message: messageFor(ctx, 'RESET_CODE_SENT') };
};
