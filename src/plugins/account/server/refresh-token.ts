import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The login that a refresh token renews, and how many renewals there were before it was given out. */
export type RefreshToken = { loginId: string; renewals: number };

const KEY_BYTES = 32;

/** A key of its own, so that no signature made for another purpose is one of a refresh token. */
export const refreshTokenKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'account refresh token', KEY_BYTES));

const signatureOf = (key: Buffer, { loginId, renewals }: RefreshToken): string =>
  createHmac('sha256', key).update(`${loginId}.${renewals}`).digest('base64url');

/**
 * The token as its text. The same login and number give the same text, so that the answer of a renewal can be
 * given once more to who has not received it, although nothing that could be stolen is stored.
 */
export const writeRefreshToken = (key: Buffer, token: RefreshToken): string =>
  `${token.loginId}.${token.renewals}.${signatureOf(key, token)}`;

const FORM = /^([\w-]{36})\.(\d{1,9})\.([\w-]{43})$/;

/** What a token says; null where it is none of ours. */
export const readRefreshToken = (key: Buffer, text: string): RefreshToken | null => {
  const [, loginId, renewals, signature] = FORM.exec(text) ?? [];
  if (loginId === undefined || renewals === undefined || signature === undefined) return null;
  const token = { loginId, renewals: Number(renewals) };
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, token)));
  return isOurs ? token : null;
};
