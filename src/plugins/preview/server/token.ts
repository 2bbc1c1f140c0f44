import { z } from '@strapi/utils';
import jwt from 'jsonwebtoken';
import type { Context } from 'koa';
import type { VisibleDraft } from '#delivery/readers/reader';

/** Query parameter that carries a preview token. */
export const TOKEN_PARAMETER = 'previewToken';

const AUDIENCE = 'preview';

/**
 * Lifetime in seconds: long enough to review a page with colleagues, short in case a link leaks.
 */
export const TOKEN_SECONDS = 60 * 60;

/** Content of a preview token: the draft that it opens and its owner. */
export type PreviewGrant = VisibleDraft & {
  /** ID of the administrator. */
  user: number;
  /** Number of revocations for this administrator, and for everybody, when the token was issued. */
  revocations: number;
};

/** Content of a token, and its end in milliseconds since 1970. */
export type SignedGrant = PreviewGrant & { expiresAt: number };

const claims = z.object({
  sub: z.string().regex(/^\d{1,10}$/),
  type: z.string().min(1),
  doc: z.string().min(1),
  locales: z.array(z.string()).min(1),
  rev: z.int(),
  exp: z.number(),
});

/** Returns a token that opens the draft of one document for one hour. */
export const issuePreviewToken = (
  secret: string,
  { user, uid, documentId, locales, revocations }: PreviewGrant,
): string =>
  jwt.sign({ type: uid, doc: documentId, locales, rev: revocations }, secret, {
    audience: AUDIENCE,
    subject: String(user),
    expiresIn: TOKEN_SECONDS,
    algorithm: 'HS256',
  });

/** Returns the content of a token; null if it is forged, expired or meant for another purpose. */
export const readPreviewToken = (secret: string, token: string): SignedGrant | null => {
  try {
    const payload = jwt.verify(token, secret, { audience: AUDIENCE, algorithms: ['HS256'] });
    const { sub, type, doc, locales, rev, exp } = claims.parse(payload);
    const draft = { uid: type, documentId: doc, locales };
    return { user: Number(sub), ...draft, revocations: rev, expiresAt: exp * 1000 };
  } catch {
    return null;
  }
};

/**
 * Returns the token as it was sent. The middleware that checks it removes it from the parsed query.
 */
export const getPreviewToken = (ctx: Context): string =>
  new URL(ctx.originalUrl, 'http://localhost').searchParams.get(TOKEN_PARAMETER) ?? '';
