import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/** What Koa would write as JSON; streams and bytes are sent as they come. */
const isJson = (body: unknown): body is object => {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return false;
  return !('pipe' in body);
};

/**
 * Gives an answer a validator, and answers 304 to whoever has it already. It is a weak one, because the same holds for
 * every compressed form.
 */
export const validate = (ctx: Context): void => {
  if (ctx.status !== 200 || !isJson(ctx.body)) return;
  const text = JSON.stringify(ctx.body);
  ctx.body = text;
  ctx.type = 'json';
  ctx.set('ETag', `W/"${createHash('sha1').update(text).digest('base64url')}"`);
  if (ctx.fresh) ctx.status = 304;
};
