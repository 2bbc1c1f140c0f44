import type { WithStrapi } from '../../../../platform/with-strapi';
import type { login } from '../../contract';
import type { Output } from '../../../../platform/http/endpoint';
import type { EndpointRequest } from '../../../../platform/http/handler';
import { hasProvenAddress } from '../../../../catalogue/proven-address';
import { userWithPassword } from '../credentials';
import { beginRenewableLogin } from '../renewable-logins';
import { issueLogin, issueShortLogin } from '../sessions';
import type { StoredUser } from '../users';

/** Returns one long-lived token, or a short-lived one with a refresh token. */
const tokensFor = async ({ strapi }: WithStrapi, user: StoredUser, isRenewable: boolean) => {
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
  const user = await userWithPassword({ strapi }, body, ctx);
  return {
    ...(await tokensFor({ strapi }, user, body.renewable === true)),
    user: {
      id: user.id,
      documentId: user.documentId,
      username: user.username,
      email: user.email,
      confirmed: hasProvenAddress(user),
      phone: user.phone,
      origin: user.origin,
      identificationNumber: user.identificationNumber,
      nameLastName: user.nameLastName,
    },
  };
};
