import type { Context } from 'koa';
import type { WithStrapi } from '../with-strapi';
import { messageLanguages, type MessageLanguage } from './errors';
import { negotiateLanguage } from './negotiate-language';

/** What an editor has chosen in the admin panel's profile; Strapi spells it so. */
type State = { user?: { preferedLanguage?: string | null } };

/**
 * The language in which to tell a caller what went wrong: the one that an editor has chosen for the panel,
 * whatever the browser says, else from `Accept-Language`.
 */
export const messageLanguageOf = (ctx: Context): MessageLanguage => {
  const chosen = (ctx.state as State).user?.preferedLanguage;
  return (
    messageLanguages.find((language) => language === chosen) ??
    negotiateLanguage(ctx.get('Accept-Language'), messageLanguages) ??
    messageLanguages[0]
  );
};

/** The same for whoever makes the request that is being answered; where there is none, the first. */
export const languageNow = ({ strapi }: WithStrapi): MessageLanguage => {
  const ctx = strapi.requestContext.get();
  return ctx === undefined ? messageLanguages[0] : messageLanguageOf(ctx);
};
