import type { Context, Next } from 'koa';
import { addressErrors } from './answers/errors';
import { invalidRequest } from './address-guard';
import { httpError, localizeError, type MessageLanguage } from './errors';
import { messageLanguageOf } from './message-language';

const MODELS = '/api/content-type-builder/';

/** Decodes a path segment as the router does. Segments that cannot be decoded stay unchanged. */
const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/**
 * Returns whether a path names a property of every object instead of a model. Strapi looks models
 * up by name and would find that property.
 */
const namesNoModel = (path: string): boolean => {
  if (!path.startsWith(MODELS)) return false;
  const [name = ''] = path.slice(MODELS.length).split('/').slice(1);
  return decoded(name) in Object.prototype;
};

const WEBHOOKS = '/admin/webhooks';

/** Strapi's regular expression for webhook URLs takes cubic time in their length. */
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
 * Rejects input on which Strapi's own handlers fail with 500. These are bodies of an unknown type
 * or none, names of unknown models, and long URLs. Place it after `global::body`.
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
