import { computeQueryLocales } from './current-ability';

const localesIn = (...codes: string[]) => ({ locale: { $in: codes } });

describe('getQueryLocales', () => {
  it.each([
    ['empty condition', {}, 'all'],
    ['empty $and', { $and: [] }, 'all'],
    ['one role', { $and: [{ $and: [localesIn('es', 'en')] }] }, new Set(['es', 'en'])],
    ['two roles', { $or: [localesIn('es'), localesIn('en')] }, new Set(['es', 'en'])],
    ['a role without a condition', { $or: [localesIn('es'), {}] }, 'all'],
    ['two conditions in $and', { $and: [localesIn('es', 'en'), localesIn('en')] }, new Set(['en'])],
    [
      'a condition beside $and',
      { ...localesIn('es'), $and: [localesIn('es', 'en')] },
      new Set(['es']),
    ],
  ])('%s – returns the locales', (_of, where, expected) => {
    expect(computeQueryLocales(where)).toEqual(expected);
  });

  it.each([
    ['an attribute', { title: 'A' }],
    ['an attribute of one role', { $or: [localesIn('es'), { title: { $eq: 'A' } }] }],
    ['an attribute beside the locales', { $and: [localesIn('es'), { vertical: { slug: 'a' } }] }],
    ['a locale with another operator', { locale: { $in: ['es'], $ne: 'en' } }],
    ['a locale without $in', { locale: 'es' }],
    ['empty $or', { $or: [] }],
    ['unknown operator', { $not: localesIn('es') }],
  ])('%s – returns null', (_by, where) => {
    expect(computeQueryLocales(where)).toBeNull();
  });
});
