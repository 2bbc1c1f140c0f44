import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { settleRange } from './byte-ranges';
import { bySignature } from './inspect';
import { servedType, servingOf, uploadedFileAt } from './serving';
import { uploadSettings } from '../../../../platform/storage/settings';

/**
 * Serves uploaded files so that no script in them runs on the panel's origin. Only media are shown; other files are saved.
 */
export const serveUploads = (_config: unknown, { strapi }: WithStrapi) => {
  const publicDir = strapi.dirs.static.public;
  const upload = uploadSettings.of({ strapi });
  const hasOwnOrigin = upload.provider === 'local' && upload.mediaUrl !== null;

  return async (ctx: Context, next: Next): Promise<void> => {
    const file = uploadedFileAt(ctx.path, publicDir);
    if (file === null) {
      await next();
      return;
    }
    const { type, disposition, policy } = servingOf(file);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Content-Security-Policy', policy);
    // The panel crops pictures, for which it has to read them from their own origin.
    if (hasOwnOrigin && ctx.method !== 'OPTIONS') ctx.set('Access-Control-Allow-Origin', '*');
    if (!(await settleRange(ctx, file))) return;
    await next();
    if (ctx.status >= 300 || ctx.body === null || ctx.body === undefined) return;
    ctx.type = servedType(type, await bySignature(file).catch(() => undefined));
    ctx.set('Content-Disposition', disposition);
  };
};
