import type { Context } from 'koa';
import { messageLanguages, type MessageLanguage } from '../contracts/kit/errors';

/** The language in which to tell a caller what went wrong, from `Accept-Language`. */
export const messageLanguageOf = (ctx: Context): MessageLanguage =>
  (ctx.acceptsLanguages(...messageLanguages) || messageLanguages[0]) as MessageLanguage;
