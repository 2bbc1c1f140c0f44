import type { Context } from 'koa';
import { getMessageLanguage, negotiateLanguage } from './message-language';
import fc from 'fast-check';

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
])('getMessageLanguage – returns %s', (language, ctx) => {
  expect(getMessageLanguage(ctx)).toBe(language);
});

it.each([
  ['fr, en', 'en'],
  ['fr;q=0.9, es;q=0.2, en;q=0.4', 'en'],
  ['es-MX, en', 'es'],
  ['ES-419,es;q=0.9,en;q=0.8', 'es'],
  ['en;q=0, *', 'es'],
  ['es;q=0, *', 'en'],
  ['*', 'es'],
  ['*, en;q=0.1', 'es'],
  ['*, es;q=0.1', 'en'],
  ['es;q=0, en;q=0', null],
  ['fr-CA, de', null],
  ['', null],
  ['escape, enough', null],
  [';;;,=,-', null],
])('negotiateLanguage – %j of es and en – returns %s', (accepted, expected) => {
  expect(negotiateLanguage(accepted, ['es', 'en'])).toBe(expected);
});

it.each([
  ['pt', 'pt-BR'],
  ['pt-PT, en', 'pt-BR'],
  ['en-GB', 'en'],
  ['pt-BR;q=0.5, en-US;q=0.6', 'en'],
])('negotiateLanguage – %j of pt-BR and en – returns %s', (accepted, expected) => {
  expect(negotiateLanguage(accepted, ['pt-BR', 'en'])).toBe(expected);
});

it('negotiateLanguage – any weights – returns the language with the highest weight', () => {
  const language = fc.constantFrom('es', 'en', 'fr', 'de');
  const weighted = fc.uniqueArray(fc.tuple(language, fc.integer({ min: 0, max: 10 })), {
    selector: ([name]) => name,
  });
  fc.assert(
    fc.property(weighted, (weights) => {
      const header = weights.map(([name, tenths]) => `${name};q=${tenths / 10}`).join(', ');
      const [best] = weights
        .filter(([name, tenths]) => tenths > 0 && ['es', 'en'].includes(name))
        .toSorted(([, weight], [, otherWeight]) => otherWeight - weight);
      expect(negotiateLanguage(header, ['es', 'en'])).toBe(best?.[0] ?? null);
    }),
  );
});
