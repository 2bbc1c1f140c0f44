import type { Context } from 'koa';
import type { WithStrapi } from '../with-strapi';
import { messageLanguages, type MessageLanguage } from './errors';
import { negotiateLanguage } from './negotiate-language';

/** The language in the profile of an admin user, as Strapi spells it. */
type State = { user?: { preferedLanguage?: string | null } };

/** Returns the language of messages to a user; the default if there are none in theirs. */
export const languageOf = ({ language }: { language: string | null }): MessageLanguage =>
  messageLanguages.find((one) => one === language) ?? messageLanguages[0];

/**
 * Returns the language of messages for a caller: the editor's language in the panel, else the one
 * from `Accept-Language`.
 */
export const messageLanguageOf = (ctx: Context): MessageLanguage => {
  const chosen = (ctx.state as State).user?.preferedLanguage;
  return (
    messageLanguages.find((language) => language === chosen) ??
    negotiateLanguage(ctx.get('Accept-Language'), messageLanguages) ??
    messageLanguages[0]
  );
};

/**
 * Returns the message language of the current request's caller; outside of requests, the first
 * language.
 */
export const currentLanguage = ({ strapi }: WithStrapi): MessageLanguage => {
  const ctx = strapi.requestContext.get();
  return ctx === undefined ? messageLanguages[0] : messageLanguageOf(ctx);
};
