import type { WithStrapi } from '../../../../platform/with-strapi';
import { accountErrors, type refresh } from '../../contract';
import type { Output } from '../../../../platform/http/endpoint';
import { httpError } from '../../../../platform/http/errors';
import type { EndpointRequest } from '../../../../platform/http/handler';
import { byAddress, throttleOf } from '../../../../platform/throttle';
import { limitOf } from '../limits';
import { takeRefreshToken } from '../renewable-logins';
import { issueShortLogin, isStampOf, revokeRenewableLogin } from '../sessions';

/** Returns the next tokens of a login for its refresh token. */
export const refreshLogin = async (
  { strapi }: WithStrapi,
  { body, ctx }: EndpointRequest<typeof refresh>,
): Promise<Output<typeof refresh>> => {
  const limit = limitOf({ strapi }, 'refreshPerAddress');
  await throttleOf({ strapi }).consume(ctx, [byAddress(limit, ctx)]);
  const renewal = await takeRefreshToken({ strapi }, body.refreshToken);
  if (renewal.is === 'unknown') throw httpError(accountErrors.INVALID_REFRESH_TOKEN);
  const { loginId, userNumber: id, stamp } = renewal.login;
  const isTheirs = await isStampOf({ strapi }, id, stamp);
  if (renewal.is === 'reused' || !isTheirs) {
    await revokeRenewableLogin({ strapi }, loginId);
    if (renewal.is === 'reused') {
      strapi.log.warn(
        `account: a used refresh token of user ${id} was presented again; it may be stolen, so its login has ended`,
      );
    }
    throw httpError(accountErrors.INVALID_REFRESH_TOKEN);
  }
  return { jwt: await issueShortLogin({ strapi }, { id, stamp, login: loginId }), ...renewal.next };
};
