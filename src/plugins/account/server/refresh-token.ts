import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Login that a refresh token renews, and the number of renewals before the token was issued. */
export type RefreshToken = { loginId: string; renewals: number };

const KEY_BYTES = 32;

/**
 * Returns the key of refresh tokens, derived for this purpose, so that no other signature is a
 * valid refresh token.
 */
export const refreshTokenKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'account refresh token', KEY_BYTES));

const signatureOf = (key: Buffer, { loginId, renewals }: RefreshToken): string =>
  createHmac('sha256', key).update(`${loginId}.${renewals}`).digest('base64url');

/**
 * Returns the text of a token. Equal login and number give equal text. A lost response can thus be
 * repeated although nothing that could be stolen is stored.
 */
export const writeRefreshToken = (key: Buffer, token: RefreshToken): string =>
  `${token.loginId}.${token.renewals}.${signatureOf(key, token)}`;

const FORM = /^([\w-]{36})\.(\d{1,9})\.([\w-]{43})$/;

/** Returns the content of a token; null if its signature is invalid. */
export const readRefreshToken = (key: Buffer, text: string): RefreshToken | null => {
  const [, loginId, renewals, signature] = FORM.exec(text) ?? [];
  if (loginId === undefined || renewals === undefined || signature === undefined) return null;
  const token = { loginId, renewals: Number(renewals) };
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, token)));
  return isOurs ? token : null;
};
