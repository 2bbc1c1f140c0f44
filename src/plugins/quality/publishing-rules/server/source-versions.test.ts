import { findOriginalLocale } from './source-versions';

const MINUTE = 60_000;

describe('findOriginalLocale', () => {
  it.each<[string, [string, number][], string | undefined]>([
    [
      'default locale written first',
      [
        ['es', 0],
        ['en', 5 * MINUTE],
      ],
      'es',
    ],
    [
      'other locale written first',
      [
        ['es', 5 * MINUTE],
        ['en', 0],
      ],
      'en',
    ],
    [
      'both written by one import',
      [
        ['en', 0],
        ['es', 20],
      ],
      'es',
    ],
    [
      'without the default locale',
      [
        ['fr', 10],
        ['en', 0],
      ],
      'en',
    ],
    ['without versions', [], undefined],
  ])('%s – returns the source locale', (_, versions, original) => {
    const localeVersions = versions.map(([locale, createdAt]) => ({ locale, createdAt }));
    expect(findOriginalLocale(localeVersions, 'es')).toBe(original);
  });
});
