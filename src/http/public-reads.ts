import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';

/** Headers of answers that pages of other origins may read. */
export const exposedHeaders = ['ETag', 'Retry-After', 'X-Request-Id', 'Allow'];

const isRead = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD';

const withoutOrigin = (vary: string): string =>
  vary
    .split(/\s*,\s*/)
    .filter((name) => name.toLowerCase() !== 'origin')
    .join(', ');

/**
 * Lets pages of every origin read what the API answers to anybody. Such an answer is the same for all origins, because
 * caches that ignore `Vary` give the answer to one origin to all others. Requests with a token, and writes, are for the
 * origins of `CORS_ORIGINS` only.
 */
export const openPublicReads = ({ strapi }: { strapi: Core.Strapi }) => {
  const prefix = `${strapi.config.get<string>('api.rest.prefix', '/api')}/`;
  return async (ctx: Context, next: Next): Promise<void> => {
    if (isRead(ctx) && ctx.get('Authorization') === '' && ctx.path.startsWith(prefix)) {
      ctx.set('Access-Control-Allow-Origin', '*');
      // The middleware before sets it for known origins only.
      ctx.set('Access-Control-Expose-Headers', exposedHeaders.join(','));
      const vary = withoutOrigin(ctx.response.get('Vary'));
      if (vary === '') ctx.remove('Vary');
      else ctx.set('Vary', vary);
    }
    await next();
  };
};
