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

/** The language of the e-mail with the link, else the browser's. */
const languageOf = (ctx: Context): MessageLanguage => {
  const { lang } = query.parse({ ...ctx.query });
  if (lang.startsWith('es')) return 'es';
  return lang.startsWith('en') ? 'en' : messageLanguageOf(ctx);
};

/** An error that an endpoint promises; null: anything else. */
const promised = (error: unknown): { code: string; status: number } | null => {
  const { name, status, details } = error as {
    name?: string;
    status?: number;
    details?: { code?: string };
  };
  if (details?.code === undefined) return null;
  return { code: details.code, status: status ?? (name === 'RateLimitError' ? 429 : 400) };
};

/** After these the same code may be tried with another password. */
const retried: readonly string[] = [
  accountErrors.LOGIN_REQUIRED.code,
  accountErrors.INVALID_CREDENTIALS.code,
];

const show = (ctx: Context, html: string): void => {
  // The address has a secret in it.
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  ctx.type = 'html';
  ctx.body = html;
};

/**
 * The page on which an e-mail's link confirms an address where no frontend has one (`CONFIRM_EMAIL_URL`).
 * Looking at it changes nothing: mail programs and filters open links by themselves.
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
      // Browsers send no token along with a form, so it takes the password.
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
