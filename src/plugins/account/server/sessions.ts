import { randomBytes, randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { isDatabaseUnavailable } from '#platform/database-unavailable';
import { sql } from '#platform/strapi/queries';
import {
  extendUsersAndPermissions,
  getUsersPermissionsService,
} from '#platform/strapi/users-permissions';
import { accountSettings } from '../settings';
import { endRenewableLogin } from './renewable-logins';
import { getUserTable } from './users';

const REVOKED = 'plugin::account.revoked-login';

/** Claims of a token that this service issues. */
type Claims = {
  id: number;
  stamp: string;
  jti: string;
  exp: number;
  /** Id of the renewable login that the token belongs to. */
  login?: string;
};

type JwtService = {
  issue: (payload: Record<string, unknown>, options?: Record<string, unknown>) => unknown;
  verify: (token: string) => Promise<Partial<Claims>>;
  getToken: (ctx: Context) => Promise<Partial<Claims> | null>;
};

/**
 * Returns a new security stamp (stored as `sessionStamp`). Every token contains its user's stamp,
 * so a new stamp ends all of the user's logins.
 */
export const createSecurityStamp = (): string => randomBytes(16).toString('base64url');

const findSecurityStamp = async ({ strapi }: WithStrapi, id: number): Promise<string | null> => {
  const user = await getUserTable({ strapi }).findOne({
    where: { id, blocked: { $ne: true } },
    select: ['sessionStamp'],
  });
  return user?.sessionStamp ?? null;
};

/** Tells whether a user is not blocked and still has the stamp with which a login began. */
export const isStampOf = async (
  { strapi }: WithStrapi,
  id: number,
  stamp: string,
): Promise<boolean> => (await findSecurityStamp({ strapi }, id)) === stamp;

/**
 * Makes Users & Permissions issue and accept only tokens that can be revoked. Its strategy for the
 * generated API uses the same service, so revocation applies there too.
 */
export const makeLoginsRevocable = ({ strapi }: WithStrapi): void => {
  extendUsersAndPermissions<JwtService>({ strapi }, 'jwt', (stock) => {
    const verify = async (token: string): Promise<Partial<Claims>> => {
      const claims = await stock.verify(token);
      const { id, stamp, jti, login } = claims;
      if (id === undefined || stamp === undefined || jti === undefined) {
        throw new Error('Invalid token.');
      }
      const [current, revoked] = await Promise.all([
        findSecurityStamp({ strapi }, id),
        strapi.db
          .query(REVOKED)
          .count({ where: { loginId: login === undefined ? jti : { $in: [jti, login] } } }),
      ]);
      if (current !== stamp || revoked > 0) throw new Error('Invalid token.');
      return claims;
    };
    return {
      ...stock,
      verify,
      issue: async (payload, options) => {
        const stamp = payload.stamp ?? (await findSecurityStamp({ strapi }, Number(payload.id)));
        if (stamp === null) throw new Error('The user of the token does not exist');
        return stock.issue({ ...payload, stamp, jti: randomUUID() }, options);
      },
    };
  });
};

/** Simultaneous requests may end one login; the second finds it already ended. */
const revoke = async ({ strapi }: WithStrapi, loginId: string, expiresAt: Date): Promise<void> => {
  await sql(
    { strapi },
    `insert into account_revoked_logins (login_id, expires_at) values (?, ?)
     on conflict (login_id) do nothing`,
    [loginId, expiresAt],
  );
};

const getJwtService = ({ strapi }: WithStrapi): JwtService =>
  getUsersPermissionsService<JwtService>({ strapi }, 'jwt', ['issue', 'verify', 'getToken']);

/**
 * Issues a token for a user as of the check of the password. If the password has changed since, the
 * token is already invalid.
 */
export const issueLogin = async (
  { strapi }: WithStrapi,
  { id, sessionStamp }: { id: number; sessionStamp: string | null },
): Promise<string> =>
  (await getJwtService({ strapi }).issue({ id, stamp: sessionStamp })) as string;

/** Issues a short-lived token of a renewable login. */
export const issueShortLogin = async (
  { strapi }: WithStrapi,
  { id, stamp, login }: Pick<Claims, 'id' | 'stamp'> & { login: string },
): Promise<string> => {
  const { shortLoginLifetime } = accountSettings.of({ strapi });
  const token = await getJwtService({ strapi }).issue(
    { id, stamp, login },
    { expiresIn: shortLoginLifetime },
  );
  return token as string;
};

/**
 * Ends a renewable login at once: it issues no more tokens, and its existing tokens become invalid.
 */
export const revokeRenewableLogin = async (
  { strapi }: WithStrapi,
  loginId: string,
): Promise<void> => {
  const { shortLoginLifetime } = accountSettings.of({ strapi });
  const expiresAt = new Date(Date.now() + shortLoginLifetime * 1000);
  // In this order: if the second step fails, the tokens expire by themselves.
  await endRenewableLogin({ strapi }, loginId);
  await revoke({ strapi }, loginId, expiresAt);
};

/** Ends the login of a request's token. */
export const revokeLogin = async ({ strapi }: WithStrapi, ctx: Context): Promise<void> => {
  const claims = await getJwtService({ strapi })
    .getToken(ctx)
    .catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      // The login ended after the request was authenticated.
      return null;
    });
  if (claims?.jti === undefined) return;
  if (claims.login !== undefined) await revokeRenewableLogin({ strapi }, claims.login);
  else await revoke({ strapi }, claims.jti, new Date((claims.exp ?? 0) * 1000));
};

/** Deletes revoked logins whose tokens have expired. */
export const forgetExpiredLogins = async ({ strapi }: WithStrapi): Promise<void> => {
  await strapi.db.query(REVOKED).deleteMany({ where: { expiresAt: { $lt: new Date() } } });
};
