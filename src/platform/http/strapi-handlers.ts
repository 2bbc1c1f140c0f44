import type { Context, Next } from 'koa';
import { addressErrors } from './common-errors';
import { createInvalidRequestError } from './address-guard';
import type { MessageLanguage } from './errors';
import { createRequestError } from './message-language';

const MODELS = '/api/content-type-builder/';

/** Decodes a path segment as the router does. Segments that cannot be decoded stay unchanged. */
const decodeSegment = (segment: string): string => {
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
const isObjectPropertyPath = (path: string): boolean => {
  if (!path.toLowerCase().startsWith(MODELS)) return false;
  const [name = ''] = path.slice(MODELS.length).split('/').slice(1);
  return decodeSegment(name) in Object.prototype;
};

const PANEL = '/content-manager/';

const noField: Record<MessageLanguage, string> = {
  en: 'This field does not exist.',
  es: 'Este campo no existe.',
};

/**
 * Returns the path of the first key in the values of an entry that every object has, such as
 * `constructor`. Strapi looks up fields by name, and would find that property.
 */
const findInheritedKey = (values: unknown, path: string[] = []): string[] | null => {
  if (typeof values !== 'object' || values === null) return null;
  for (const [key, value] of Object.entries(values)) {
    const nestedPath = [...path, key];
    if (key in Object.prototype) return nestedPath;
    const inherited = findInheritedKey(value, nestedPath);
    if (inherited !== null) return inherited;
  }
  return null;
};

/**
 * Returns the values of the entry that a request writes, with their place in the body. Events of
 * the payment provider have `data` too, but no `Authorization`.
 */
const getWrittenValues = ({
  headers,
  path,
  request,
}: Context): [values: unknown, place: string[]] => {
  const { body } = request as { body?: unknown };
  // The router ignores case.
  if (path.toLowerCase().startsWith(PANEL)) return [body, []];
  if (headers.authorization === undefined) return [undefined, []];
  return [(body as { data?: unknown } | null | undefined)?.data, ['data']];
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
 * or none, names of unknown models, fields named like properties of every object, and long URLs.
 * Place it after `global::body`.
 */
export const guardStrapiHandlers = async (ctx: Context, next: Next): Promise<void> => {
  if (isObjectPropertyPath(ctx.path)) {
    throw createRequestError(ctx, addressErrors.NOT_FOUND);
  }
  if (hasLongUrl(ctx)) {
    throw createInvalidRequestError(ctx, { in: 'body', path: ['url'], message: tooLong });
  }
  const inherited = findInheritedKey(...getWrittenValues(ctx));
  if (inherited !== null) {
    throw createInvalidRequestError(ctx, { in: 'body', path: inherited, message: noField });
  }
  const request = ctx.request as { body?: unknown };
  request.body ??= {};
  await next();
};
