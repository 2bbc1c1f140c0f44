import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MessageLanguage } from '../../../../contracts/kit/errors';

const words = {
  en: {
    title: 'Confirm your e-mail address',
    ask: 'Press the button to confirm that this e-mail address is yours.',
    button: 'Confirm',
  },
  es: {
    title: 'Confirma tu correo electrónico',
    ask: 'Pulsa el botón para confirmar que este correo electrónico es tuyo.',
    button: 'Confirmar',
  },
} as const;

const style = `
  body { margin: 0; background: #eceef3; color: #1f2430; font: 16px/26px Helvetica, Arial, sans-serif }
  main { max-width: 32em; margin: 10vh auto; padding: 24px 32px 32px; background: #fff; border-radius: 12px }
  h1 { margin: 0 0 16px; font-size: 24px; line-height: 32px }
  button { padding: 10px 24px; border: 0; border-radius: 8px; background: #243b6b; color: #fff; font: inherit }
`;

const page = (language: MessageLanguage, ...content: ReactNode[]): string => {
  const { title } = words[language];
  const markup = renderToStaticMarkup(
    h(
      'html',
      { lang: language },
      h(
        'head',
        null,
        h('meta', { charSet: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'robots', content: 'noindex' }),
        h('title', null, title),
        h('style', null, style),
      ),
      h('body', null, h('main', null, h('h1', null, title), ...content)),
    ),
  );
  return `<!doctype html>${markup}`;
};

/** Asks for a press of a button: programs that look at what a link leads to press none. */
export const askingPage = (language: MessageLanguage, code: string): string => {
  const { ask, button } = words[language];
  return page(
    language,
    h('p', { key: 'ask' }, ask),
    h(
      'form',
      { key: 'form', method: 'post' },
      h('input', { type: 'hidden', name: 'code', value: code }),
      h('button', { type: 'submit' }, button),
    ),
  );
};

/** Says what came of it. */
export const resultPage = (language: MessageLanguage, message: string): string =>
  page(language, h('p', { key: 'result', role: 'status' }, message));
