import jwt from 'jsonwebtoken';
import type { Context } from 'koa';

/** The query parameter that carries a preview token. */
export const TOKEN_PARAMETER = 'previewToken';

const AUDIENCE = 'preview';

/** Long enough to look at a page with colleagues, short enough for a link that leaks. */
const SECONDS = 60 * 60;

/** A token that opens drafts for an hour, whoever holds it. */
export const issuePreviewToken = (secret: string): string =>
  jwt.sign({}, secret, { audience: AUDIENCE, expiresIn: SECONDS, algorithm: 'HS256' });

/** Whether a token was issued here, for this, and has not expired. */
export const isPreviewToken = (secret: string, token: string): boolean => {
  try {
    jwt.verify(token, secret, { audience: AUDIENCE, algorithms: ['HS256'] });
    return true;
  } catch {
    return false;
  }
};

/** The token as it was sent: the middleware that checks it takes it out of the parsed query. */
export const previewTokenOf = (ctx: Context): string =>
  new URL(ctx.originalUrl, 'http://localhost').searchParams.get(TOKEN_PARAMETER) ?? '';
