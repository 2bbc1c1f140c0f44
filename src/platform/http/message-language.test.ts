import type { Context } from 'koa';
import { messageLanguageOf } from './message-language';

const asking = (accepted: string, preferedLanguage?: string | null): Context => {
  const state = preferedLanguage === undefined ? {} : { user: { preferedLanguage } };
  return { state, get: () => accepted } as Partial<Context> as Context;
};

it.each([
  ['es', asking('es')],
  ['en', asking('fr, en')],
  ['en', asking('')],
  ['en', asking('es', 'en')],
  ['es', asking('es', null)],
  ['es', asking('es', 'fr')],
])('%s', (language, ctx) => {
  expect(messageLanguageOf(ctx)).toBe(language);
});
