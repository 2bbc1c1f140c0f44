import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { messageLanguages, type MessageLanguage } from '../contracts/kit/errors';

/** The language in which to tell a caller what went wrong, from `Accept-Language`. */
export const messageLanguageOf = (ctx: Context): MessageLanguage =>
  (ctx.acceptsLanguages(...messageLanguages) || messageLanguages[0]) as MessageLanguage;

/** The same for whoever makes the request that is being answered; where there is none, the first. */
export const languageNow = ({ strapi }: { strapi: Core.Strapi }): MessageLanguage => {
  const ctx = strapi.requestContext.get();
  return ctx === undefined ? messageLanguages[0] : messageLanguageOf(ctx);
};
