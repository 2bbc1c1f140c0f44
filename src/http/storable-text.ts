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

/** Nothing that anybody writes is nested deeper; what walks through values would run out of stack. */
const DEEPEST = 100;

const tooDeep: Record<MessageLanguage, string> = {
  en: `This is nested more than ${DEEPEST} levels deep.`,
  es: `Esto está anidado a más de ${DEEPEST} niveles.`,
};

const noComponent: Record<MessageLanguage, string> = {
  en: 'There is no such component.',
  es: 'No existe este componente.',
};

/** Something in a value, and what it is in: paths are put together only where they are told. */
type Nested = { value: unknown; key?: string; within?: Nested; depth: number };

const pathTo = (nested: Nested): string[] => {
  const path: string[] = [];
  for (let at: Nested | undefined = nested; at !== undefined; at = at.within) {
    if (at.key !== undefined) path.push(at.key);
  }
  return path.reverse();
};

/** A value and everything in it, what comes first before what comes later; a loop, because bodies may be nested without end. */
const everythingIn = function* (root: unknown): Generator<Nested> {
  const rest: Nested[] = [{ value: root, depth: 0 }];
  for (let nested = rest.pop(); nested !== undefined; nested = rest.pop()) {
    yield nested;
    const { value, depth } = nested;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value).reverse()) {
      rest.push({ value: inner, key, within: nested, depth: depth + 1 });
    }
  }
};

/** Where the first text stands that cannot be stored; of a key, what it is in. */
export const findUnstorable = (root: unknown): string[] | undefined => {
  for (const nested of everythingIn(root)) {
    const { value, key, within } = nested;
    if (key !== undefined && within !== undefined && unstorable.test(key)) return pathTo(within);
    if (typeof value === 'string' && unstorable.test(value)) return pathTo(nested);
  }
  return undefined;
};

/** Where a value is nested too deep: the attribute of the outermost one. */
const findTooDeep = (root: unknown): string[] | undefined => {
  for (const nested of everythingIn(root)) {
    const { value, depth } = nested;
    if (depth > DEEPEST && typeof value === 'object' && value !== null) {
      return pathTo(nested).slice(0, 1);
    }
  }
  return undefined;
};

/** Where a component is named as what every object has, which Strapi would find and take for one. */
const findNoComponent = (root: unknown): string[] | undefined => {
  for (const nested of everythingIn(root)) {
    const { value, key } = nested;
    if (key === '__component' && typeof value === 'string' && value in Object.prototype) {
      return pathTo(nested);
    }
  }
  return undefined;
};

type Problem = { in: string; path: string[]; message: Record<MessageLanguage, string> };

const problemIn = (ctx: Context): Problem | undefined => {
  if (ctx.path.includes(NUL_IN_ADDRESS)) return { in: 'params', path: [], message: unstorableText };
  if (ctx.querystring.includes(NUL_IN_ADDRESS)) {
    return { in: 'query', path: findUnstorable(ctx.query) ?? [], message: unstorableText };
  }
  const { body } = ctx.request as { body?: unknown };
  const deep = findTooDeep(body);
  if (deep !== undefined) return { in: 'body', path: deep, message: tooDeep };
  const named = findNoComponent(body);
  if (named !== undefined) return { in: 'body', path: named, message: noComponent };
  const path = findUnstorable(body);
  return path === undefined ? undefined : { in: 'body', path, message: unstorableText };
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
    details: { errors: [{ ...problem, message: problem.message[language] }] },
  });
  localizeError(refused, language);
  throw refused;
};
