import type { Context, Next } from 'koa';
import { addressErrors } from './answers/errors';
import { httpError, localizeError } from './errors';
import { messageLanguageOf } from './message-language';

const MODELS = '/api/content-type-builder/';

/** As the router reads it; what it cannot read either is left as it is. */
const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** Strapi looks models up by their names in an address, and finds what every object has. */
const namesNoModel = (path: string): boolean => {
  if (!path.startsWith(MODELS)) return false;
  const [name = ''] = path.slice(MODELS.length).split('/').slice(1);
  return decoded(name) in Object.prototype;
};

/**
 * Keeps Strapi's own handlers from what they take as it comes, and answered 500 to: a body that nobody could read,
 * because its kind is unknown or there is none, and names that are no model's. Place it after `strapi::body`.
 */
export const guardStrapiHandlers = async (ctx: Context, next: Next): Promise<void> => {
  if (namesNoModel(ctx.path)) {
    const error = httpError(addressErrors.NOT_FOUND);
    localizeError(error, messageLanguageOf(ctx));
    throw error;
  }
  const request = ctx.request as { body?: unknown };
  request.body ??= {};
  await next();
};
