import type { WithStrapi } from '#platform/strapi/with-strapi';
import { accountErrors, type login, type logout, type refresh } from '../../contract';
import type { Output } from '#platform/http/endpoint';
import type { EndpointRequest } from '#platform/http/handler';
import { authenticateUser } from '../credentials';
import { beginRenewableLogin, takeRefreshToken } from '../renewable-logins';
import {
  isStampOf,
  issueLogin,
  issueShortLogin,
  revokeLogin,
  revokeRenewableLogin,
} from '../sessions';
import { pickAccountFields, type StoredUser } from '../users';
import { createHttpError } from '#platform/http/errors';
import { byAddress, getThrottle } from '#platform/throttle';
import { limitOf } from '../../settings';
import { getMessage } from '../messages';

/** Returns one long-lived token, or a short-lived one with a refresh token. */
const issueTokens = async ({ strapi }: WithStrapi, user: StoredUser, isRenewable: boolean) => {
  if (!isRenewable) return { jwt: await issueLogin({ strapi }, user) };
  const { id, sessionStamp: stamp } = user;
  if (stamp === null) throw new Error(`The user ${id} has no security stamp`);
  const { loginId, ...refreshToken } = await beginRenewableLogin({ strapi }, { id, stamp });
  return { jwt: await issueShortLogin({ strapi }, { id, stamp, login: loginId }), ...refreshToken };
};

/** Logs in with an e-mail and its password. */
export const logIn = async (
  { strapi }: WithStrapi,
  { body, ctx }: EndpointRequest<typeof login>,
): Promise<Output<typeof login>> => {
  const user = await authenticateUser({ strapi }, body, ctx);
  return {
    ...(await issueTokens({ strapi }, user, body.renewable === true)),
    user: pickAccountFields(user),
  };
};

/** Returns the next tokens of a login for its refresh token. */
export const refreshLogin = async (
  { strapi }: WithStrapi,
  { body, ctx }: EndpointRequest<typeof refresh>,
): Promise<Output<typeof refresh>> => {
  const limit = limitOf({ strapi }, 'refreshPerAddress');
  await getThrottle({ strapi }).consume(ctx, [byAddress(limit, ctx)]);
  const renewal = await takeRefreshToken({ strapi }, body.refreshToken);
  if (renewal.is === 'unknown') throw createHttpError(accountErrors.INVALID_REFRESH_TOKEN);
  const { loginId, userNumber: id, stamp } = renewal.login;
  const isTheirs = await isStampOf({ strapi }, id, stamp);
  if (renewal.is === 'reused' || !isTheirs) {
    await revokeRenewableLogin({ strapi }, loginId);
    if (renewal.is === 'reused') {
      strapi.log.warn(
        `account: a used refresh token of user ${id} was presented again; it may be stolen, so its login has ended`,
      );
    }
    throw createHttpError(accountErrors.INVALID_REFRESH_TOKEN);
  }
  return { jwt: await issueShortLogin({ strapi }, { id, stamp, login: loginId }), ...renewal.next };
};

/** Ends the login of the request's token. */
export const logOut = async (
  { strapi }: WithStrapi,
  { ctx }: EndpointRequest<typeof logout>,
): Promise<Output<typeof logout>> => {
  await revokeLogin({ strapi }, ctx);
  return { code: 'LOGGED_OUT', message: getMessage(ctx, 'LOGGED_OUT') };
};
