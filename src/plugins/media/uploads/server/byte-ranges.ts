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

/** As `range-parser` says it. */
const NONE_WITHIN = -1;

/**
 * Puts the part of a file that is asked for into the one form that the middleware behind understands (`koa-range`, of
 * Strapi's upload plugin): it takes the last bytes (`bytes=-500`) for none, promises what is beyond the end, and refuses units
 * that there are not. Several parts, units that are not known and what is no range are answered with all of the file, as the
 * standard has it (RFC 9110, 14.2).
 *
 * @param file where it lies
 * @returns false where nothing of it is within the file, which is answered then
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
