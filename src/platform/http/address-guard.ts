import type { Context, Next } from 'koa';
import { normalizeAddress } from '../database/nfc';
import { inspectValue } from './bodies/inspect-value';
import { commonErrors, type RequestPart } from './common-errors';
import { httpError, localizeError, type MessageLanguage } from './errors';
import { messageLanguageOf } from './message-language';
import { findWideQuery } from './queries/wide-query';

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
export const invalidRequest = (ctx: Context, problem: Problem): Error => {
  const language = messageLanguageOf(ctx);
  const refused = httpError(commonErrors.INVALID_REQUEST, {
    details: { errors: [{ ...problem, message: problem.message[language] }] },
  });
  localizeError(refused, language);
  return refused;
};

/**
 * Limits the size of queries, normalizes their text to NFC and rejects NUL. `bodies/read-bodies.ts`
 * does this for bodies.
 */
export const guardAddress = async (ctx: Context, next: Next): Promise<void> => {
  ctx.url = normalizeAddress(ctx.url);
  if (ctx.path.includes(NUL_IN_ADDRESS)) {
    throw invalidRequest(ctx, { in: 'params', path: [], message: unstorableText });
  }
  if (ctx.querystring.includes(NUL_IN_ADDRESS)) {
    const { unstorable: path = [] } = inspectValue(ctx.query);
    throw invalidRequest(ctx, { in: 'query', path, message: unstorableText });
  }
  const wide = ctx.querystring.length < SMALL_QUERY ? undefined : findWideQuery(ctx.query);
  if (wide !== undefined) throw invalidRequest(ctx, { in: 'query', path: wide, message: tooMany });
  await next();
};
