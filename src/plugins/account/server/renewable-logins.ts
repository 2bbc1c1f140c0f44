import { randomUUID } from 'node:crypto';
import type { WithStrapi } from '../../../platform/with-strapi';
import { secretSettings } from '../../../platform/settings/secrets';
import { tableOf } from '../../../platform/strapi/queries';
import { accountSettings } from '../settings';
import {
  readRefreshToken,
  type RefreshToken,
  refreshTokenKey,
  writeRefreshToken,
} from './refresh-token';

const RENEWABLE = 'plugin::account.renewable-login';

type RenewableLogin = {
  loginId: string;
  userNumber: number;
  /** The user's security stamp when the login began. */
  stamp: string;
  renewals: number;
  /** When the newest refresh token was given out; ISO 8601, as the other times. */
  renewedAt: string;
  /** Until when that token is taken. */
  expiresAt: string;
  /** When the login ends, however often it is renewed. */
  endsAt: string;
};

const renewableLogins = ({ strapi }: WithStrapi) => tableOf<RenewableLogin>({ strapi }, RENEWABLE);

/**
 * For so long the token before the newest answers the newest: two tabs may renew at the same moment, and an
 * answer may be lost on its way. Later, one of two holders is a thief. For so long the newest has no successor either, or
 * the one before it could not be told from older ones, of which nothing is kept that says when they were used.
 */
const REPEAT_MS = 30_000;

const keyOf = ({ strapi }: WithStrapi): Buffer =>
  refreshTokenKey(secretSettings.of({ strapi }).jwtSecret);

/** A refresh token as its text, and until when it is taken, ISO 8601. */
export type IssuedRefreshToken = { refreshToken: string; refreshTokenExpiresAt: string };

const issued = ({ strapi }: WithStrapi, token: RefreshToken, expiresAt: Date | string) => ({
  refreshToken: writeRefreshToken(keyOf({ strapi }), token),
  refreshTokenExpiresAt: new Date(expiresAt).toISOString(),
});

/** Until when a token given out now is taken. */
const expiryOf = ({ strapi }: WithStrapi, now: number, endsAt: Date): Date => {
  const { refreshTokenLifetime } = accountSettings.of({ strapi });
  return new Date(Math.min(now + refreshTokenLifetime * 1000, endsAt.getTime()));
};

const isPast = (time: Date | string, now: number): boolean => new Date(time).getTime() <= now;

/** Begins a login that can be renewed. */
export const beginRenewableLogin = async (
  { strapi }: WithStrapi,
  { id, stamp }: { id: number; stamp: string },
): Promise<IssuedRefreshToken & { loginId: string }> => {
  const { renewableLoginLifetime } = accountSettings.of({ strapi });
  const now = Date.now();
  const endsAt = new Date(now + renewableLoginLifetime * 1000);
  const expiresAt = expiryOf({ strapi }, now, endsAt);
  const loginId = randomUUID();
  await renewableLogins({ strapi }).create({
    data: {
      loginId,
      userNumber: id,
      stamp,
      renewals: 0,
      renewedAt: new Date(now),
      expiresAt,
      endsAt,
    },
  });
  return { loginId, ...issued({ strapi }, { loginId, renewals: 0 }, expiresAt) };
};

/**
 * What became of a refresh token that was shown: the next one; or that it was used before, by somebody who
 * then has another; or that it renews nothing, or nothing any more.
 */
export type Renewal =
  | { is: 'renewed'; login: RenewableLogin; next: IssuedRefreshToken }
  | { is: 'reused'; login: RenewableLogin }
  | { is: 'unknown' };

/** Takes a refresh token and gives the next one. */
export const takeRefreshToken = async ({ strapi }: WithStrapi, text: string): Promise<Renewal> => {
  const logins = renewableLogins({ strapi });
  const token = readRefreshToken(keyOf({ strapi }), text);
  if (token === null) return { is: 'unknown' };
  const { loginId, renewals } = token;
  const login = await logins.findOne({ where: { loginId } });
  const now = Date.now();
  if (login === null || isPast(login.expiresAt, now)) return { is: 'unknown' };

  const answered = (given: number, expiresAt: Date | string): Renewal => ({
    is: 'renewed',
    login,
    next: issued({ strapi }, { loginId, renewals: given }, expiresAt),
  });
  const isJustRenewed = login.renewals > 0 && !isPast(login.renewedAt, now - REPEAT_MS);
  const isNewest = login.renewals === renewals;
  if (isJustRenewed && (isNewest || login.renewals === renewals + 1)) {
    return answered(login.renewals, login.expiresAt);
  }
  if (isNewest) {
    const expiresAt = expiryOf({ strapi }, now, new Date(login.endsAt));
    const { count } = await logins.updateMany({
      where: { loginId, renewals },
      data: { renewals: renewals + 1, renewedAt: new Date(now), expiresAt },
    });
    // Another has shown the same token meanwhile, or ended the login.
    return count === 1 ? answered(renewals + 1, expiresAt) : takeRefreshToken({ strapi }, text);
  }
  return { is: 'reused', login };
};

/** Lets a login be renewed no more. */
export const endRenewableLogin = async ({ strapi }: WithStrapi, loginId: string): Promise<void> => {
  await renewableLogins({ strapi }).deleteMany({ where: { loginId } });
};

/** Drops what has run out by itself. */
export const forgetExpiredRenewableLogins = async ({ strapi }: WithStrapi): Promise<void> => {
  await renewableLogins({ strapi }).deleteMany({ where: { expiresAt: { $lt: new Date() } } });
};
