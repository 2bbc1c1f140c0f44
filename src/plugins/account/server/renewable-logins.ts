import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { secretSettings } from '#platform/settings/secrets';
import { getTable } from '#platform/strapi/queries';
import { accountSettings } from '../settings';

/** Login that a refresh token renews, and the number of renewals before the token was issued. */
type RefreshToken = { loginId: string; renewals: number };

const KEY_BYTES = 32;

/**
 * Returns the key of refresh tokens, derived for this purpose, so that no other signature is a
 * valid refresh token.
 */
export const refreshTokenKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'account refresh token', KEY_BYTES));

const computeSignature = (key: Buffer, { loginId, renewals }: RefreshToken): string =>
  createHmac('sha256', key).update(`${loginId}.${renewals}`).digest('base64url');

/**
 * Returns the text of a token. Equal login and number give equal text. A lost response can thus be
 * repeated although nothing that could be stolen is stored.
 */
export const writeRefreshToken = (key: Buffer, token: RefreshToken): string =>
  `${token.loginId}.${token.renewals}.${computeSignature(key, token)}`;

const FORM = /^([\w-]{36})\.(\d{1,9})\.([\w-]{43})$/;

/** Returns the content of a token; null if its signature is invalid. */
export const readRefreshToken = (key: Buffer, text: string): RefreshToken | null => {
  const [, loginId, renewals, signature] = FORM.exec(text) ?? [];
  if (loginId === undefined || renewals === undefined || signature === undefined) return null;
  const token = { loginId, renewals: Number(renewals) };
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(computeSignature(key, token)));
  return isOurs ? token : null;
};

const RENEWABLE = 'plugin::account.renewable-login';

type RenewableLogin = {
  loginId: string;
  userNumber: number;
  /** Security stamp of the user when the login began. */
  stamp: string;
  renewals: number;
  /** Time at which the newest refresh token was issued; ISO 8601, like the other times. */
  renewedAt: string;
  /** Time at which that token expires. */
  expiresAt: string;
  /** Time at which the login ends, regardless of renewals. */
  endsAt: string;
};

const getRenewableLoginTable = ({ strapi }: WithStrapi) =>
  getTable<RenewableLogin>({ strapi }, RENEWABLE);

/**
 * Milliseconds during which the previous token also returns the newest. Two tabs may renew at once,
 * and a response may get lost; later, one of two holders is a thief. During this time the newest
 * token gets no successor. Otherwise the previous token would look like an older one, whose time of
 * use is not stored.
 */
const REPEAT_MS = 30_000;

const deriveRefreshKey = ({ strapi }: WithStrapi): Buffer =>
  refreshTokenKey(secretSettings.of({ strapi }).jwtSecret);

/** Text of a refresh token and the time at which it expires, ISO 8601. */
type IssuedRefreshToken = { refreshToken: string; refreshTokenExpiresAt: string };

const toIssuedToken = ({ strapi }: WithStrapi, token: RefreshToken, expiresAt: Date | string) => ({
  refreshToken: writeRefreshToken(deriveRefreshKey({ strapi }), token),
  refreshTokenExpiresAt: new Date(expiresAt).toISOString(),
});

/** Returns the expiry of a token that is issued now. */
const computeExpiry = ({ strapi }: WithStrapi, now: number, endsAt: Date): Date => {
  const { refreshTokenLifetime } = accountSettings.of({ strapi });
  return new Date(Math.min(now + refreshTokenLifetime * 1000, endsAt.getTime()));
};

const isPast = (time: Date | string, now: number): boolean => new Date(time).getTime() <= now;

/** Starts a login that can be renewed. */
export const beginRenewableLogin = async (
  { strapi }: WithStrapi,
  { id, stamp }: { id: number; stamp: string },
): Promise<IssuedRefreshToken & { loginId: string }> => {
  const { renewableLoginLifetime } = accountSettings.of({ strapi });
  const now = Date.now();
  const endsAt = new Date(now + renewableLoginLifetime * 1000);
  const expiresAt = computeExpiry({ strapi }, now, endsAt);
  const loginId = randomUUID();
  await getRenewableLoginTable({ strapi }).create({
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
  return { loginId, ...toIssuedToken({ strapi }, { loginId, renewals: 0 }, expiresAt) };
};

/**
 * Result of presenting a refresh token. `renewed` returns the next token, `reused` means that
 * another holder has used it before, `unknown` means that it is invalid or expired.
 */
type Renewal =
  | { is: 'renewed'; login: RenewableLogin; next: IssuedRefreshToken }
  | { is: 'reused'; login: RenewableLogin }
  | { is: 'unknown' };

/** Exchanges a refresh token for the next one. */
export const takeRefreshToken = async ({ strapi }: WithStrapi, text: string): Promise<Renewal> => {
  const logins = getRenewableLoginTable({ strapi });
  const token = readRefreshToken(deriveRefreshKey({ strapi }), text);
  if (token === null) return { is: 'unknown' };
  const { loginId, renewals } = token;
  const login = await logins.findOne({ where: { loginId } });
  const now = Date.now();
  if (login === null || isPast(login.expiresAt, now)) return { is: 'unknown' };

  const createRenewal = (lifetime: number, expiresAt: Date | string): Renewal => ({
    is: 'renewed',
    login,
    next: toIssuedToken({ strapi }, { loginId, renewals: lifetime }, expiresAt),
  });
  const isJustRenewed = login.renewals > 0 && !isPast(login.renewedAt, now - REPEAT_MS);
  const isNewest = login.renewals === renewals;
  if (isJustRenewed && (isNewest || login.renewals === renewals + 1)) {
    return createRenewal(login.renewals, login.expiresAt);
  }
  if (isNewest) {
    const expiresAt = computeExpiry({ strapi }, now, new Date(login.endsAt));
    const { count } = await logins.updateMany({
      where: { loginId, renewals },
      data: { renewals: renewals + 1, renewedAt: new Date(now), expiresAt },
    });
    // Another request has used the token in the meantime, or ended the login.
    return count === 1
      ? createRenewal(renewals + 1, expiresAt)
      : takeRefreshToken({ strapi }, text);
  }
  return { is: 'reused', login };
};

/** Prevents further renewals of a login. */
export const endRenewableLogin = async ({ strapi }: WithStrapi, loginId: string): Promise<void> => {
  await getRenewableLoginTable({ strapi }).deleteMany({ where: { loginId } });
};

export const forgetExpiredRenewableLogins = async ({ strapi }: WithStrapi): Promise<void> => {
  await getRenewableLoginTable({ strapi }).deleteMany({
    where: { expiresAt: { $lt: new Date() } },
  });
};
