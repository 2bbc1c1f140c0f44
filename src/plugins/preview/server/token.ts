import { z } from '@strapi/utils';
import jwt from 'jsonwebtoken';
import type { Context } from 'koa';
import type { VisibleDraft } from '../../../delivery/visible-draft';

/** The query parameter that carries a preview token. */
export const TOKEN_PARAMETER = 'previewToken';

const AUDIENCE = 'preview';

/** Long enough to look at a page with colleagues, short enough for a link that leaks. */
const SECONDS = 60 * 60;

/** What a preview token opens, and for whom it was made. */
export type PreviewGrant = VisibleDraft & {
  /** The administrator, by number. */
  user: number;
  /** How often tokens of this administrator, and of everybody, had been revoked by then. */
  revocations: number;
};

const claims = z.object({
  sub: z.string().regex(/^\d{1,10}$/),
  type: z.string().min(1),
  doc: z.string().min(1),
  locales: z.array(z.string()).min(1),
  rev: z.int(),
  exp: z.number(),
});

/** Returns a token that opens the draft of one document for an hour, to whoever holds it. */
export const issuePreviewToken = (
  secret: string,
  { user, uid, documentId, locales, revocations }: PreviewGrant,
): string =>
  jwt.sign({ type: uid, doc: documentId, locales, rev: revocations }, secret, {
    audience: AUDIENCE,
    subject: String(user),
    expiresIn: SECONDS,
    algorithm: 'HS256',
  });

/** Returns what a token says; null for one that was not issued here, for this, or has expired. */
export const readPreviewToken = (secret: string, token: string): PreviewGrant | null => {
  try {
    const payload = jwt.verify(token, secret, { audience: AUDIENCE, algorithms: ['HS256'] });
    const { sub, type, doc, locales, rev } = claims.parse(payload);
    return { user: Number(sub), uid: type, documentId: doc, locales, revocations: rev };
  } catch {
    return null;
  }
};

/** The token as it was sent: the middleware that checks it takes it out of the parsed query. */
export const previewTokenOf = (ctx: Context): string =>
  new URL(ctx.originalUrl, 'http://localhost').searchParams.get(TOKEN_PARAMETER) ?? '';
