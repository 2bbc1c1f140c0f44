import { z } from '@strapi/utils';
import { listParam, decimalParam, integerParam } from './primitives';

const letters = listParam(z.enum(['a', 'b', 'c', 'd']), { max: 3 });

describe('listParam', () => {
  it.each([
    ['a', ['a']],
    ['b,a', ['a', 'b']],
    [
      ['b', 'a'],
      ['a', 'b'],
    ],
    ['a, b,a', ['a', 'b']],
    [
      ['c,b', 'a'],
      ['a', 'b', 'c'],
    ],
  ])('listParam – %j – is %j', (value, parsed) => {
    expect(letters.parse(value)).toEqual(parsed);
  });

  it.each(['', 'a,,b', 'e', 'a,b,c,d', { a: 'b' }, [['a']]])(
    'listParam – %j – is refused',
    (value) => {
      expect(letters.safeParse(value).success).toBe(false);
    },
  );
});

const invalidNumbers = [
  '0x1',
  '0b1',
  '1e1',
  '1E1',
  '+1',
  ' 1',
  '1 ',
  '1,0',
  '01',
  '1_0',
  '',
  '١',
  'NaN',
];

describe('integerParam', () => {
  const page = integerParam({ min: 1, max: 100 });

  it.each([...invalidNumbers, '1.0', '1.5', '-0', '0', '-1', '101', 'Infinity', ['1'], null])(
    '%j – is refused',
    (value) => {
      expect(page.safeParse(value).success).toBe(false);
    },
  );

  it('digits – return the number', () => {
    expect(['1', '10', '100'].map((text) => page.parse(text))).toEqual([1, 10, 100]);
  });

  it('no value – returns the default, or is refused without one', () => {
    expect(integerParam({ min: 1, max: 100, fallback: 7 }).parse(undefined)).toBe(7);
    expect(page.optional().parse(undefined)).toBeUndefined();
    expect(page.safeParse(undefined).error?.issues[0]?.code).toBe('invalid_type');
  });
});

describe('decimalParam', () => {
  const price = decimalParam({ min: 0, max: 1000 });

  it.each([...invalidNumbers, '.5', '5.', '-1', 'Infinity', ['1']])('%j – is refused', (value) => {
    expect(price.safeParse(value).success).toBe(false);
  });

  it('digits – return the number', () => {
    expect(['0', '0.5', '12.50'].map((text) => price.parse(text))).toEqual([0, 0.5, 12.5]);
  });
});
