import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { settleRange } from './byte-ranges';
import { bySignature } from './inspect';
import { servedType, servingOf, uploadedFileAt } from './serving';

/**
 * Serves uploaded files so that no script in them runs on the panel's origin. Only media are shown;
 * other files are downloaded.
 */
export const serveUploads = (_config: unknown, { strapi }: WithStrapi) => {
  const publicDir = strapi.dirs.static.public;

  return async (ctx: Context, next: Next): Promise<void> => {
    const file = uploadedFileAt(ctx.path, publicDir);
    if (file === null) {
      await next();
      return;
    }
    const { type, disposition, policy } = servingOf(file);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Content-Security-Policy', policy);
    if (!(await settleRange(ctx, file))) return;
    await next();
    if (ctx.status >= 300 || ctx.body === null || ctx.body === undefined) return;
    ctx.type = servedType(type, await bySignature(file).catch(() => undefined));
    ctx.set('Content-Disposition', disposition);
  };
};
