import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/** Returns whether Koa would write a body as JSON. Streams and buffers are sent unchanged. */
const isJson = (body: unknown): body is object => {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return false;
  return !('pipe' in body);
};

/**
 * Adds a validator to a response, and answers 304 when the caller's copy is current. The validator
 * is weak because all compressed forms share it.
 */
export const validate = (ctx: Context): void => {
  if (ctx.status !== 200 || !isJson(ctx.body)) return;
  const text = JSON.stringify(ctx.body);
  ctx.body = text;
  ctx.type = 'json';
  ctx.set('ETag', `W/"${createHash('sha1').update(text).digest('base64url')}"`);
  if (ctx.fresh) ctx.status = 304;
};
