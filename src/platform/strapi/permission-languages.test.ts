import { languagesAlone } from './permission-languages';

const within = (...codes: string[]) => ({ locale: { $in: codes } });

describe('a condition that narrows by languages alone', () => {
  it.each([
    ['of nothing', {}, 'all'],
    ['of no parts', { $and: [] }, 'all'],
    ['of one role', { $and: [{ $and: [within('es', 'en')] }] }, new Set(['es', 'en'])],
    ['of two roles', { $or: [within('es'), within('en')] }, new Set(['es', 'en'])],
    ['of a role for all of them', { $or: [within('es'), {}] }, 'all'],
    ['within another one', { $and: [within('es', 'en'), within('en')] }, new Set(['en'])],
    ['beside another one', { ...within('es'), $and: [within('es', 'en')] }, new Set(['es'])],
  ])('should be known by them: %s', (_of, where, expected) => {
    expect(languagesAlone(where)).toEqual(expected);
  });

  it.each([
    ['an attribute', { title: 'A' }],
    ['an attribute of one role', { $or: [within('es'), { title: { $eq: 'A' } }] }],
    ['an attribute beside', { $and: [within('es'), { vertical: { slug: 'a' } }] }],
    ['a language by other means', { locale: { $in: ['es'], $ne: 'en' } }],
    ['a plain language', { locale: 'es' }],
    ['no choice at all', { $or: [] }],
    ['something unknown', { $not: within('es') }],
  ])('should not be taken for one that narrows by %s', (_by, where) => {
    expect(languagesAlone(where)).toBeNull();
  });
});
