import jwt from 'jsonwebtoken';

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
