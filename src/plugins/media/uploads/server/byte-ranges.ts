import { stat } from 'node:fs/promises';
import type { Context } from 'koa';
import parseRange from 'range-parser';

const UNSATISFIABLE = 416;

const sizeOf = async (file: string): Promise<number | null> => {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
};

/** Result of `range-parser` if no range is satisfiable. */
const NONE_WITHIN = -1;

/**
 * Rewrites the requested range to the one form that Strapi's upload plugin supports (`koa-range`).
 * That middleware ignores suffix ranges (`bytes=-500`), promises bytes beyond the end, and rejects
 * unknown units. Several ranges, unknown units and invalid ranges get the whole file (RFC 9110,
 * 14.2).
 *
 * @param file path of the file
 * @returns false if the range is outside of the file; the response is then complete
 */
export const settleRange = async (ctx: Context, file: string): Promise<boolean> => {
  const asked = ctx.get('Range');
  const size = asked === '' ? null : await sizeOf(file);
  if (size === null) return true;
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
