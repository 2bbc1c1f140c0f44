import { z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { accountErrors, confirmEmail } from '../../contract';
import { localizeError, type MessageLanguage } from '../../../../platform/http/errors';
import { messageLanguageOf } from '../../../../platform/http/message-language';
import { confirmUserEmail } from '../services/confirm-email';
import { messageFor } from '../messages';
import { askingPage, resultPage } from './page';

const PATH = '/confirm-email';

const query = z.looseObject({
  code: z.string().max(200).catch(''),
  lang: z.string().max(35).catch(''),
});

/** Returns the language of the e-mail with the link, else that of the browser. */
const languageOf = (ctx: Context): MessageLanguage => {
  const { lang } = query.parse({ ...ctx.query });
  if (lang.startsWith('es')) return 'es';
  return lang.startsWith('en') ? 'en' : messageLanguageOf(ctx);
};

/** Returns code and status of an error that an endpoint documents; null for other errors. */
const promised = (error: unknown): { code: string; status: number } | null => {
  const { name, status, details } = error as {
    name?: string;
    status?: number;
    details?: { code?: string };
  };
  if (details?.code === undefined) return null;
  return { code: details.code, status: status ?? (name === 'RateLimitError' ? 429 : 400) };
};

/** Errors after which the code can be tried with another password. */
const retried: readonly string[] = [
  accountErrors.LOGIN_REQUIRED.code,
  accountErrors.INVALID_CREDENTIALS.code,
];

const show = (ctx: Context, html: string): void => {
  // The URL contains a secret.
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  ctx.type = 'html';
  ctx.body = html;
};

/**
 * Registers the page on which a link in an e-mail confirms an address if no frontend has such a
 * page (`CONFIRM_EMAIL_URL`). Viewing it changes nothing, because mail programs and filters open
 * links automatically.
 */
export const registerConfirmPage = ({ strapi }: WithStrapi): void => {
  const ask = (ctx: Context): void => {
    show(ctx, askingPage(languageOf(ctx), query.parse({ ...ctx.query }).code));
  };

  const confirm = async (ctx: Context): Promise<void> => {
    const language = languageOf(ctx);
    const { body } = ctx.request as { body?: unknown };
    const parsed = confirmEmail.body.safeParse(body);
    const given = parsed.data ?? { code: '' };
    try {
      // Browsers send no token with a form, so the page asks for the password.
      const request = { body: given, params: {}, query: {}, caller: null, ctx };
      await confirmUserEmail({ strapi }, request);
      show(ctx, resultPage(language, messageFor(language, 'EMAIL_CONFIRMED')));
    } catch (error) {
      const failed = promised(error);
      if (!(error instanceof Error) || failed === null || failed.status >= 500) throw error;
      localizeError(error, language);
      const { message } = error;
      const again = retried.includes(failed.code);
      show(ctx, again ? askingPage(language, given.code, message) : resultPage(language, message));
      ctx.status = failed.status;
    }
  };

  strapi.server.routes([
    { method: 'GET', path: PATH, config: { auth: false }, handler: ask },
    { method: 'POST', path: PATH, config: { auth: false }, handler: confirm },
  ]);
};
