import { languageName } from './language-name';

describe('languageName', () => {
  it.each([
    ['en', 'en', 'English'],
    ['es', 'en', 'Spanish'],
    ['en', 'es', 'inglés'],
    ['es', 'es', 'español'],
  ] as const)('"%s" in "%s" – is %s', (locale, language, name) => {
    expect(languageName(locale, language)).toBe(name);
  });
});
