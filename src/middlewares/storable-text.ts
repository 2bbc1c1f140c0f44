import type { Context, Next } from 'koa';
import { commonErrors } from '../http/common-errors';
import { httpError, localizeError, type MessageLanguage } from '../http/errors';
import { messageLanguageOf } from '../http/message-language';

/** Half a surrogate pair is not a character, and the NUL is one that PostgreSQL has no place for. */
const unstorable = /[\0\p{Surrogate}]/u;

const NUL_IN_ADDRESS = '%00';

/** What is said of such a text. */
export const unstorableText: Record<MessageLanguage, string> = {
  en: 'This text contains a character that cannot be stored.',
  es: 'Este texto contiene un carácter que no se puede guardar.',
};

/** Something in a value, and what it is in: paths are put together only where they are told. */
type Place = { value: unknown; key?: string; within?: Place };

const pathTo = (place: Place): string[] => {
  const path: string[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.within) {
    if (at.key !== undefined) path.push(at.key);
  }
  return path.reverse();
};

/** Where the first text stands that cannot be stored; a loop, because bodies may be nested without end. */
export const findUnstorable = (root: unknown): string[] | undefined => {
  const places: Place[] = [{ value: root }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value } = place;
    if (typeof value === 'string' && unstorable.test(value)) return pathTo(place);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value).reverse()) {
      if (unstorable.test(key)) return pathTo(place);
      places.push({ value: inner, key, within: place });
    }
  }
  return undefined;
};

const problemIn = (ctx: Context): { in: string; path: string[] } | undefined => {
  if (ctx.path.includes(NUL_IN_ADDRESS)) return { in: 'params', path: [] };
  if (ctx.querystring.includes(NUL_IN_ADDRESS)) {
    return { in: 'query', path: findUnstorable(ctx.query) ?? [] };
  }
  const path = findUnstorable((ctx.request as { body?: unknown }).body);
  return path === undefined ? undefined : { in: 'body', path };
};

/**
 * Refuses text that the database cannot take, wherever in a request it is, before anything is done with
 * it: a password would be cut at a NUL, and a payment begun that cannot be recorded.
 */
export default () =>
  async (ctx: Context, next: Next): Promise<void> => {
    const problem = problemIn(ctx);
    if (problem === undefined) {
      await next();
      return;
    }
    const language = messageLanguageOf(ctx);
    const refused = httpError(commonErrors.INVALID_REQUEST, {
      details: { errors: [{ ...problem, message: unstorableText[language] }] },
    });
    localizeError(refused, language);
    throw refused;
  };
