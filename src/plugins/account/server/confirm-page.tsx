import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { z } from '@strapi/utils';
import type { Context } from 'koa';
import { localizeError, type MessageLanguage } from '#platform/http/errors';
import { getMessage } from './messages';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { accountErrors, confirmEmail } from '../contract';
import { getMessageLanguage } from '#platform/http/message-language';
import { confirmUserEmail } from './services/confirm-email';

const sheet = `
  body { margin: 0; background: #eceef3; color: #1f2430; font: 16px/26px Helvetica, Arial, sans-serif }
  main { max-width: 32em; margin: 10vh auto; padding: 24px 32px 32px; background: #fff; border-radius: 12px }
  h1 { margin: 0 0 16px; font-size: 24px; line-height: 32px }
  label, input { display: block; box-sizing: border-box; width: 100%; font: inherit }
  input { margin: 4px 0 16px; padding: 8px 12px; border: 1px solid #8a93a6; border-radius: 8px }
  button { padding: 10px 24px; border: 0; border-radius: 8px; background: #243b6b; color: #fff; font: inherit }
`;

const Page = ({ language, children }: { language: MessageLanguage; children: ReactNode }) => {
  const title = getMessage(language, 'CONFIRM_TITLE');
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style>{sheet}</style>
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
};

type AskingProps = { language: MessageLanguage; code: string; problem: string | undefined };

const AskingPage = ({ language, code, problem }: AskingProps) => (
  <Page language={language}>
    {problem !== undefined && <p role="alert">{problem}</p>}
    <p>{getMessage(language, 'CONFIRM_ASK')}</p>
    <form method="post">
      <input type="hidden" name="code" value={code} />
      <label htmlFor="password">{getMessage(language, 'CONFIRM_PASSWORD')}</label>
      <input
        id="password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
      />
      <button type="submit">{getMessage(language, 'CONFIRM_BUTTON')}</button>
    </form>
    <p>{getMessage(language, 'CONFIRM_NOT_YOU')}</p>
  </Page>
);

const render = (page: ReactNode): string => `<!doctype html>${renderToStaticMarkup(page)}`;

/**
 * Returns the page that asks for the account's password and shows the last error. It does not show
 * whose account it is, because a stranger may have the link.
 */
const renderAskingPage = (language: MessageLanguage, code: string, problem?: string): string =>
  render(<AskingPage language={language} code={code} problem={problem} />);

const renderResultPage = (language: MessageLanguage, message: string): string =>
  render(
    <Page language={language}>
      <p role="status">{message}</p>
    </Page>,
  );

const PATH = '/confirm-email';

const query = z.looseObject({
  code: z.string().max(200).catch(''),
  lang: z.string().max(35).catch(''),
});

/** Returns the language of the e-mail with the link, else that of the browser. */
const resolveLanguage = (ctx: Context): MessageLanguage => {
  const { lang } = query.parse({ ...ctx.query });
  if (lang.startsWith('es')) return 'es';
  return lang.startsWith('en') ? 'en' : getMessageLanguage(ctx);
};

/** Returns code and status of an error that an endpoint documents; null for other errors. */
const parseDocumentedError = (error: unknown): { code: string; status: number } | null => {
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
    show(ctx, renderAskingPage(resolveLanguage(ctx), query.parse({ ...ctx.query }).code));
  };

  const confirm = async (ctx: Context): Promise<void> => {
    const language = resolveLanguage(ctx);
    const { body } = ctx.request as { body?: unknown };
    const parsed = confirmEmail.body.safeParse(body);
    const submitted = parsed.data ?? { code: '' };
    try {
      // Browsers send no token with a form, so the page asks for the password.
      const request = { body: submitted, params: {}, query: {}, caller: null, ctx };
      await confirmUserEmail({ strapi }, request);
      show(ctx, renderResultPage(language, getMessage(language, 'EMAIL_CONFIRMED')));
    } catch (error) {
      const failed = parseDocumentedError(error);
      if (!(error instanceof Error) || failed === null || failed.status >= 500) throw error;
      localizeError(error, language);
      const { message } = error;
      const canRetry = retried.includes(failed.code);
      show(
        ctx,
        canRetry
          ? renderAskingPage(language, submitted.code, message)
          : renderResultPage(language, message),
      );
      ctx.status = failed.status;
    }
  };

  strapi.server.routes([
    { method: 'GET', path: PATH, config: { auth: false }, handler: ask },
    { method: 'POST', path: PATH, config: { auth: false }, handler: confirm },
  ]);
};
