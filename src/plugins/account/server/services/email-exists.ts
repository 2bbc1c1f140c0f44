import type { WithStrapi } from '../../../../platform/with-strapi';
import type { emailExists } from '../../contract';
import type { Output } from '../../../../platform/http/endpoint';
import type { EndpointRequest } from '../../../../platform/http/handler';
import { byAddress, throttleOf } from '../../../../platform/throttle';
import { limitOf } from '../limits';
import { findUser } from '../users';
import { messageFor } from '../messages';

/** Tells whether an e-mail has an account. The contract requires it, so a rate limit applies. */
export const findWhetherEmailExists = async (
  { strapi }: WithStrapi,
  { body: { email }, ctx }: EndpointRequest<typeof emailExists>,
): Promise<Output<typeof emailExists>> => {
  const limit = limitOf({ strapi }, 'emailExistsPerAddress');
  await throttleOf({ strapi }).consume(ctx, [byAddress(limit, ctx)]);
  const user = await findUser({ strapi }, { email });
  if (user === null) {
    const code = 'EMAIL_NOT_FOUND';
    return { status: 411, code, message: messageFor(ctx, code), exists: false };
  }
  if (user.isFromLegacy && user.password === null) {
    const code = 'PASSWORD_RESET_REQUIRED';
    return { status: 200, code, message: messageFor(ctx, code), exists: true, isLegacyUser: true };
  }
  const code = 'EMAIL_EXISTS';
  return { status: 200, code, message: messageFor(ctx, code), exists: true, isLegacyUser: false };
};
