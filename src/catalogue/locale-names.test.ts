import { getLanguageName, findLocale } from './locale-names';

describe('getLanguageName', () => {
  it.each([
    ['en', 'en', 'English'],
    ['es', 'en', 'Spanish'],
    ['en', 'es', 'inglés'],
    ['es', 'es', 'español'],
  ] as const)('"%s" in "%s" – is %s', (locale, language, name) => {
    expect(getLanguageName(locale, language)).toBe(name);
  });
});

describe('findLocale', () => {
  it.each([
    ['pt-BR', 'pt-BR'],
    ['pt-br', 'pt-BR'],
    ['PT_BR', 'pt-BR'],
    [' es_mx ', 'es-MX'],
    ['ES', 'es'],
    ['zh_hant_tw', 'zh-Hant-TW'],
    ['pt', null],
    ['es-AR', null],
    ['', null],
  ])('%j – is %j', (text, locale) => {
    expect(findLocale(['es', 'en', 'pt-BR', 'es-MX', 'zh-Hant-TW'], text)).toBe(locale);
  });
});
