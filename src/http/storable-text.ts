import type { Context, Next } from 'koa';
import { commonErrors } from './common-errors';
import { httpError, localizeError, type MessageLanguage } from './errors';
import { messageLanguageOf } from './message-language';

/** Half a surrogate pair is not a character, and the NUL is one that PostgreSQL has no place for. */
const unstorable = /[\0\p{Surrogate}]/u;

const NUL_IN_ADDRESS = '%00';

/** What is said of such a text. */
export const unstorableText: Record<MessageLanguage, string> = {
  en: 'This text contains a character that cannot be stored.',
  es: 'Este texto contiene un carácter que no se puede guardar.',
};

/** Something in a value, and what it is in: paths are put together only where they are told. */
type Nested = { value: unknown; key?: string; within?: Nested };

const pathTo = (nested: Nested): string[] => {
  const path: string[] = [];
  for (let at: Nested | undefined = nested; at !== undefined; at = at.within) {
    if (at.key !== undefined) path.push(at.key);
  }
  return path.reverse();
};

/** Where the first text stands that cannot be stored; a loop, because bodies may be nested without end. */
export const findUnstorable = (root: unknown): string[] | undefined => {
  const rest: Nested[] = [{ value: root }];
  for (let nested = rest.pop(); nested !== undefined; nested = rest.pop()) {
    const { value } = nested;
    if (typeof value === 'string' && unstorable.test(value)) return pathTo(nested);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value).reverse()) {
      if (unstorable.test(key)) return pathTo(nested);
      rest.push({ value: inner, key, within: nested });
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
export const refuseUnstorableText = async (ctx: Context, next: Next): Promise<void> => {
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
