import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MessageLanguage } from '../../../../platform/http/errors';
import { messageFor } from '../messages';

const sheet = `
  body { margin: 0; background: #eceef3; color: #1f2430; font: 16px/26px Helvetica, Arial, sans-serif }
  main { max-width: 32em; margin: 10vh auto; padding: 24px 32px 32px; background: #fff; border-radius: 12px }
  h1 { margin: 0 0 16px; font-size: 24px; line-height: 32px }
  label, input { display: block; box-sizing: border-box; width: 100%; font: inherit }
  input { margin: 4px 0 16px; padding: 8px 12px; border: 1px solid #8a93a6; border-radius: 8px }
  button { padding: 10px 24px; border: 0; border-radius: 8px; background: #243b6b; color: #fff; font: inherit }
`;

const Page = ({ language, children }: { language: MessageLanguage; children: ReactNode }) => {
  const title = messageFor(language, 'CONFIRM_TITLE');
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
    <p>{messageFor(language, 'CONFIRM_ASK')}</p>
    <form method="post">
      <input type="hidden" name="code" value={code} />
      <label htmlFor="password">{messageFor(language, 'CONFIRM_PASSWORD')}</label>
      <input
        id="password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
      />
      <button type="submit">{messageFor(language, 'CONFIRM_BUTTON')}</button>
    </form>
    <p>{messageFor(language, 'CONFIRM_NOT_YOU')}</p>
  </Page>
);

const render = (page: ReactNode): string => `<!doctype html>${renderToStaticMarkup(page)}`;

/**
 * Returns the page that asks for the account's password and shows the last error. It does not show
 * whose account it is, because a stranger may have the link.
 */
export const askingPage = (language: MessageLanguage, code: string, problem?: string): string =>
  render(<AskingPage language={language} code={code} problem={problem} />);

/** Returns the page with the result. */
export const resultPage = (language: MessageLanguage, message: string): string =>
  render(
    <Page language={language}>
      <p role="status">{message}</p>
    </Page>,
  );
