import type { Context, Next } from 'koa';
import type { WithStrapi } from '../strapi/with-strapi';
import { createApiPathCheck } from './api-address';

/** Headers of responses that pages of other origins may read. The ranges are those of uploaded files. */
export const exposedHeaders = [
  ...['ETag', 'Retry-After', 'X-Request-Id', 'Allow'],
  ...['Accept-Ranges', 'Content-Range'],
  ...['Deprecation', 'Sunset'],
];

const AUTHORIZATION = 'Authorization';

/**
 * Headers that pages of other origins may send: `If-None-Match` for validators, the others for
 * traces.
 */
export const allowedHeaders = [
  ...['Content-Type', AUTHORIZATION, 'Origin', 'Accept', 'Idempotency-Key'],
  ...['If-None-Match', 'Range', 'traceparent', 'tracestate'],
];

/** Seconds for which browsers cache a preflight response. */
export const PREFLIGHT_SECONDS = 86_400;

const isRead = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD';

/** Returns whether a request is a preflight for a read without a token. */
const isPreflight = (ctx: Context): boolean =>
  ctx.method === 'OPTIONS' &&
  ['GET', 'HEAD'].includes(ctx.get('Access-Control-Request-Method')) &&
  !ctx
    .get('Access-Control-Request-Headers')
    .split(',')
    .some((name) => name.trim().toLowerCase() === AUTHORIZATION.toLowerCase());

/** Path of uploaded files, which players and WebGL read from pages of any site. */
const UPLOADS = '/uploads/';

const withoutOrigin = (vary: string): string =>
  vary
    .split(/\s*,\s*/)
    .filter((name) => name.toLowerCase() !== 'origin')
    .join(', ');

/**
 * Allows every origin to read public responses and uploaded files. The response is the same for all origins,
 * because caches that ignore `Vary` give one origin's response to all others. Requests with a
 * token, and writes, are for the origins of `CORS_ORIGINS` only.
 */
export const openPublicReads = ({ strapi }: WithStrapi) => {
  const isApiPath = createApiPathCheck({ strapi });
  const isPublic = ({ path }: Context): boolean => isApiPath(path) || path.startsWith(UPLOADS);
  return async (ctx: Context, next: Next): Promise<void> => {
    if (isRead(ctx) && ctx.get('Authorization') === '' && isPublic(ctx)) {
      ctx.set('Access-Control-Allow-Origin', '*');
      // The previous middleware sets it for configured origins only.
      ctx.set('Access-Control-Expose-Headers', exposedHeaders.join(','));
      const vary = withoutOrigin(ctx.response.get('Vary'));
      if (vary === '') ctx.remove('Vary');
      else ctx.set('Vary', vary);
    }
    // The previous middleware has answered those of configured origins.
    if (isPreflight(ctx) && isPublic(ctx)) {
      ctx.set('Access-Control-Allow-Origin', '*');
      ctx.set('Access-Control-Allow-Methods', 'GET,HEAD');
      ctx.set(
        'Access-Control-Allow-Headers',
        allowedHeaders.filter((name) => name !== AUTHORIZATION).join(','),
      );
      ctx.set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
      ctx.status = 204;
      return;
    }
    await next();
  };
};
