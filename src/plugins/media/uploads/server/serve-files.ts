import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { bySignature } from './inspect';
import { servedType, servingOf, uploadedFileAt } from './serving';
import { stat } from 'node:fs/promises';
import parseRange from 'range-parser';

const UNSATISFIABLE = 416;

type Stored = { size: number; mtime: Date };

const statOf = async (file: string): Promise<Stored | null> => {
  try {
    const found = await stat(file);
    return found.isFile() ? found : null;
  } catch {
    return null;
  }
};

/**
 * Tells whether the file is still the one of which the caller has a part (`If-Range`, RFC 9110,
 * 13.1.5). A replacement keeps its path, and a part of it does not fit.
 */
const isStillTheSame = (ctx: Context, { mtime }: Stored): boolean =>
  ['', mtime.toUTCString()].includes(ctx.get('If-Range'));

/** Result of `range-parser` if no range is satisfiable. */
const NONE_WITHIN = -1;

/**
 * Rewrites the requested range to the one form that Strapi's upload plugin supports (`koa-range`).
 * That middleware ignores suffix ranges (`bytes=-500`), promises bytes beyond the end, and rejects
 * unknown units. Several ranges, unknown units, invalid ranges and ranges of a former version get the
 * whole file (RFC 9110, 14.2).
 *
 * @param file path of the file
 * @returns false if the range is outside of the file; the response is then complete
 */
const settleRange = async (ctx: Context, file: string): Promise<boolean> => {
  const asked = ctx.get('Range');
  const stored = asked === '' ? null : await statOf(file);
  if (stored === null) return true;
  if (!isStillTheSame(ctx, stored)) {
    delete ctx.req.headers.range;
    return true;
  }
  const { size } = stored;
  const ranges = parseRange(size, asked, { combine: true });
  if (ranges === NONE_WITHIN) {
    ctx.status = UNSATISFIABLE;
    ctx.set('Content-Range', `bytes */${size}`);
    return false;
  }
  const [only, ...others] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : [];
  if (only === undefined || others.length > 0) delete ctx.req.headers.range;
  else ctx.req.headers.range = `bytes=${only.start}-${only.end}`;
  return true;
};

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
