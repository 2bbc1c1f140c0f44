import type { Context } from 'koa';
import type { WithStrapi } from '../strapi/with-strapi';
import {
  createHttpError,
  localizeError,
  messageLanguages,
  type ApiError,
  type ErrorOptions,
  type MessageLanguage,
} from './errors';
import Negotiator from 'negotiator';

const getBaseLanguage = (language: string): string =>
  language.split('-', 1)[0]?.toLowerCase() ?? '';

const parseLanguages = (accepted: string, available?: readonly string[]): string[] =>
  new Negotiator({ headers: { 'accept-language': accepted } }).languages(available);

const ANY = '*';

/**
 * Returns the available language that a reader prefers, by the weights of `Accept-Language`; null
 * where none is accepted.
 *
 * Regions are ignored in both directions: `es-MX` matches `es`, and `es` matches `es-MX`. The
 * package alone would prefer `en` for `es-MX, en`, since that is the closer match.
 *
 * @param available the first one is the default
 */
export const negotiateLanguage = <Language extends string>(
  accepted: string,
  available: readonly Language[],
): Language | null => {
  // Without duplicates, because a header of 16 KB can name a language thousands of times.
  const requestedLanguages = [...new Set(parseLanguages(accepted))];
  const requestedBases = new Set(requestedLanguages.map(getBaseLanguage));
  // With all other languages added, only those that the reader refuses (`es;q=0`) are missing.
  const accepting = parseLanguages(`${accepted}, *;q=0.001`, available);
  const candidates = available.filter((item) => accepting.includes(item));
  for (const language of requestedLanguages) {
    const match =
      language === ANY
        ? candidates.find((item) => !requestedBases.has(getBaseLanguage(item)))
        : (candidates.find((item) => item.toLowerCase() === language.toLowerCase()) ??
          candidates.find((item) => getBaseLanguage(item) === getBaseLanguage(language)));
    if (match !== undefined) return match;
  }
  return null;
};

/** The language in the profile of an admin user, as Strapi spells it. */
type State = { user?: { preferedLanguage?: string | null } };

/** Returns the language of messages to a user; the default if there are none in theirs. */
export const toMessageLanguage = ({ language }: { language: string | null }): MessageLanguage =>
  messageLanguages.find((messageLanguage) => messageLanguage === language) ?? messageLanguages[0];

/**
 * Returns the language of messages for a caller: the editor's language in the panel, else the one
 * from `Accept-Language`.
 */
export const getMessageLanguage = (ctx: Context): MessageLanguage => {
  const panelLanguage = (ctx.state as State).user?.preferedLanguage;
  return (
    messageLanguages.find((language) => language === panelLanguage) ??
    negotiateLanguage(ctx.get('Accept-Language'), messageLanguages) ??
    messageLanguages[0]
  );
};

/**
 * Returns the message language of the current request's caller; outside of requests, the first
 * language.
 */
export const getCurrentLanguage = ({ strapi }: WithStrapi): MessageLanguage => {
  const ctx = strapi.requestContext.get();
  return ctx === undefined ? messageLanguages[0] : getMessageLanguage(ctx);
};

/** Returns the error to throw for an error of the contract, in the language of a request's caller. */
export const createRequestError = <E extends ApiError>(
  ctx: Context,
  promised: E,
  ...options: ErrorOptions<E>
): Error => {
  const error = createHttpError(promised, ...options);
  localizeError(error, getMessageLanguage(ctx));
  return error;
};
