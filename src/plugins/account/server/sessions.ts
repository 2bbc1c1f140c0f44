import { randomBytes, randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { extendUsersAndPermissions, usersAndPermissions } from '../../../strapi/users-permissions';
import { usersOf } from './users';

type Strapi = { strapi: Core.Strapi };

const REVOKED = 'plugin::account.revoked-login';

/** What a token of ours says. */
type Claims = { id: number; stamp: string; jti: string; exp: number };

type JwtService = {
  issue: (payload: Record<string, unknown>, options?: Record<string, unknown>) => unknown;
  verify: (token: string) => Promise<Partial<Claims>>;
  getToken: (ctx: Context) => Promise<Partial<Claims> | null>;
};

/** Every token carries its user's security stamp (`sessionStamp` where it is stored); giving the user a new one ends all of them. */
export const newSecurityStamp = (): string => randomBytes(16).toString('base64url');

const securityStampOf = async ({ strapi }: Strapi, id: number): Promise<string | null> => {
  const user = await usersOf({ strapi }).findOne({
    where: { id, blocked: { $ne: true } },
    select: ['sessionStamp'],
  });
  return user?.sessionStamp ?? null;
};

/**
 * Makes Users & Permissions issue and accept only tokens that can be revoked. Its strategy for the
 * generated API asks the same service, so what is revoked here is revoked there.
 */
export const makeLoginsRevocable = ({ strapi }: Strapi): void => {
  extendUsersAndPermissions<JwtService>({ strapi }, 'jwt', (stock) => {
    const verify = async (token: string): Promise<Partial<Claims>> => {
      const claims = await stock.verify(token);
      const { id, stamp, jti } = claims;
      if (id === undefined || stamp === undefined || jti === undefined) {
        throw new Error('Invalid token.');
      }
      const [current, revoked] = await Promise.all([
        securityStampOf({ strapi }, id),
        strapi.db.query(REVOKED).count({ where: { loginId: jti } }),
      ]);
      if (current !== stamp || revoked > 0) throw new Error('Invalid token.');
      return claims;
    };
    return {
      ...stock,
      verify,
      issue: async (payload, options) => {
        const stamp = payload.stamp ?? (await securityStampOf({ strapi }, Number(payload.id)));
        if (stamp === null) throw new Error('Nobody to issue a token for');
        return stock.issue({ ...payload, stamp, jti: randomUUID() }, options);
      },
    };
  });
};

const jwt = ({ strapi }: Strapi): JwtService =>
  usersAndPermissions<JwtService>({ strapi }, 'jwt', ['issue', 'verify', 'getToken']);

/**
 * A token for a user as they were when their password was checked: if it has been changed since, the token is
 * dead already.
 */
export const issueLogin = async (
  { strapi }: Strapi,
  { id, sessionStamp }: { id: number; sessionStamp: string | null },
): Promise<string> => (await jwt({ strapi }).issue({ id, stamp: sessionStamp })) as string;

/** Ends the login whose token a request shows. */
export const revokeLogin = async ({ strapi }: Strapi, ctx: Context): Promise<void> => {
  const claims = await jwt({ strapi }).getToken(ctx);
  if (claims?.jti === undefined) return;
  const expiresAt = new Date((claims.exp ?? 0) * 1000);
  await strapi.db.query(REVOKED).create({ data: { loginId: claims.jti, expiresAt } });
};

/** Drops what has run out by itself. */
export const forgetExpiredLogins = async ({ strapi }: Strapi): Promise<void> => {
  await strapi.db.query(REVOKED).deleteMany({ where: { expiresAt: { $lt: new Date() } } });
};
