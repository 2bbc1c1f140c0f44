import type { Context } from 'koa';
import { messageLanguageOf } from './message-language';

const createContext = (accepted: string, preferedLanguage?: string | null): Context => {
  const state = preferedLanguage === undefined ? {} : { user: { preferedLanguage } };
  return { state, get: () => accepted } as Partial<Context> as Context;
};

it.each([
  ['es', createContext('es')],
  ['en', createContext('fr, en')],
  ['en', createContext('')],
  ['en', createContext('es', 'en')],
  ['es', createContext('es', null)],
  ['es', createContext('es', 'fr')],
])('messageLanguageOf – returns %s', (language, ctx) => {
  expect(messageLanguageOf(ctx)).toBe(language);
});
