import type { Context } from 'koa';
import { messageLanguageOf } from './message-language';

const asking = (accepted: string | false, preferedLanguage?: string | null): Context => {
  const state = preferedLanguage === undefined ? {} : { user: { preferedLanguage } };
  return { state, acceptsLanguages: () => accepted } as Partial<Context> as Context;
};

it.each([
  ['es', asking('es')],
  ['en', asking(false)],
  ['en', asking('es', 'en')],
  ['es', asking('es', null)],
  ['es', asking('es', 'fr')],
])('%s', (language, ctx) => {
  expect(messageLanguageOf(ctx)).toBe(language);
});
