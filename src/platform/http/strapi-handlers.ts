import type { Context, Next } from 'koa';
import { addressErrors } from './answers/errors';
import { invalidRequest } from './address-guard';
import { httpError, localizeError, type MessageLanguage } from './errors';
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

const WEBHOOKS = '/admin/webhooks';

/** The expression that Strapi checks addresses of webhooks with takes the cube of their length. */
const LONGEST_URL = 1_000;

const tooLong: Record<MessageLanguage, string> = {
  en: `An address has at most ${LONGEST_URL} characters.`,
  es: `Una dirección tiene ${LONGEST_URL} caracteres como máximo.`,
};

const hasLongUrl = ({ path, request }: Context): boolean => {
  if (!path.toLowerCase().startsWith(WEBHOOKS)) return false;
  const { url } = ((request as { body?: unknown }).body ?? {}) as { url?: unknown };
  return typeof url === 'string' && url.length > LONGEST_URL;
};

/**
 * Refuses input on which Strapi's own handlers fail with 500. These are bodies of an unknown type or none, names of unknown
 * models, and long addresses. Place it after `global::body`.
 */
export const guardStrapiHandlers = async (ctx: Context, next: Next): Promise<void> => {
  if (namesNoModel(ctx.path)) {
    const error = httpError(addressErrors.NOT_FOUND);
    localizeError(error, messageLanguageOf(ctx));
    throw error;
  }
  if (hasLongUrl(ctx)) {
    throw invalidRequest(ctx, { in: 'body', path: ['url'], message: tooLong });
  }
  const request = ctx.request as { body?: unknown };
  request.body ??= {};
  await next();
};
