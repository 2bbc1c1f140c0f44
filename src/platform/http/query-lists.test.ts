import { z } from '@strapi/utils';
import { listParam } from './query-lists';

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
