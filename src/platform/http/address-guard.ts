import type { Context, Next } from 'koa';
import { normalizeAddress } from '../nfc';
import { inspectValue } from './bodies/inspect-value';
import { commonErrors, type RequestPart } from './common-errors';
import type { MessageLanguage } from './errors';
import { createRequestError, getMessageLanguage } from './message-language';

/**
 * Maximum number of members of a list or object in a query. Strapi's parser has the same limit for
 * lists.
 */
const MOST_MEMBERS = 100;

/** Maximum number of members of lists that Strapi accepts as comma-separated text. */
const listsInText: Readonly<Record<string, number>> = {
  sort: 20,
  fields: MOST_MEMBERS,
  populate: MOST_MEMBERS,
};

/** Maximum number of steps of a path. Strapi reads paths recursively. */
const MOST_STEPS = 20;

const countMembers = (text: string): number => text.split(',').length;

const isDeep = (member: unknown): boolean =>
  typeof member === 'string' &&
  member.split(',').some((path) => path.split('.').length > MOST_STEPS);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the path of the first list or object with too many members. */
const findWide = (value: object, maximum: number): string[] | undefined => {
  const entries = Object.entries(value) as [string, unknown][];
  if (entries.length > maximum) return [];
  for (const [key, inner] of entries) {
    const path = isObject(inner) ? findWide(inner, MOST_MEMBERS) : undefined;
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
};

/**
 * Returns the path of the first part of a query that is too large. Strapi compares the values of a
 * filter with each other and joins a table for each sort attribute: a thousand of them took a
 * second.
 */
export const findWideQuery = (query: Readonly<Record<string, unknown>>): string[] | undefined => {
  for (const [name, maximum] of Object.entries(listsInText)) {
    const members = [query[name]].flat();
    const count = members.reduce<number>(
      (sum, member) => sum + (typeof member === 'string' ? countMembers(member) : 1),
      0,
    );
    if (count > maximum || members.some(isDeep)) return [name];
  }
  return findWide(query, MOST_MEMBERS);
};

const NUL_IN_ADDRESS = '%00';

/** Number of characters. Shorter queries cannot exceed the limits of {@link findWideQuery}. */
const SMALL_QUERY = 40;

const tooMany: Record<MessageLanguage, string> = {
  en: 'There are too many values here.',
  es: 'Aquí hay demasiados valores.',
};

/** Message for text that the database cannot store. */
export const unstorableText: Record<MessageLanguage, string> = {
  en: 'This text contains a character that cannot be stored.',
  es: 'Este texto contiene un carácter que no se puede guardar.',
};

export type Problem = {
  in: RequestPart;
  path: string[];
  message: Record<MessageLanguage, string>;
};

/** Returns the error for an invalid part of a request, in the caller's language. */
export const createInvalidRequestError = (ctx: Context, problem: Problem): Error => {
  const message = problem.message[getMessageLanguage(ctx)];
  return createRequestError(ctx, commonErrors.INVALID_REQUEST, {
    details: { errors: [{ ...problem, message }] },
  });
};

/**
 * Limits the size of queries, normalizes their text to NFC and rejects NUL. `bodies/read-bodies.ts`
 * does this for bodies.
 */
export const guardAddress = async (ctx: Context, next: Next): Promise<void> => {
  ctx.url = normalizeAddress(ctx.url);
  if (ctx.path.includes(NUL_IN_ADDRESS)) {
    throw createInvalidRequestError(ctx, { in: 'params', path: [], message: unstorableText });
  }
  if (ctx.querystring.includes(NUL_IN_ADDRESS)) {
    const { unstorable: path = [] } = inspectValue(ctx.query);
    throw createInvalidRequestError(ctx, { in: 'query', path, message: unstorableText });
  }
  const wide = ctx.querystring.length < SMALL_QUERY ? undefined : findWideQuery(ctx.query);
  if (wide !== undefined)
    throw createInvalidRequestError(ctx, { in: 'query', path: wide, message: tooMany });
  await next();
};

const BAD_REQUEST = 400;

/**
 * Returns whether the URL can be parsed. Koa parses it at the first access to the path, and throws
 * Node's error for some URLs.
 */
const hasPath = (ctx: Context): boolean => {
  try {
    return typeof (ctx.path as unknown) === 'string';
  } catch {
    return false;
  }
};

/**
 * Answers 400 to requests with a malformed URL (`GET http://[/`). Every later middleware reads the
 * path. The outer ones would fail without a response, and callers could fill the log with stacks.
 */
export const refuseMalformedAddress = async (ctx: Context, next: Next): Promise<void> => {
  if (hasPath(ctx)) {
    await next();
    return;
  }
  const { code, message } = commonErrors.INVALID_REQUEST;
  const error = {
    status: BAD_REQUEST,
    name: 'BadRequestError',
    message: message[getMessageLanguage(ctx)],
    details: { code },
  };
  ctx.status = BAD_REQUEST;
  ctx.body = { data: null, error };
};
