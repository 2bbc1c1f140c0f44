import { parsePopulate } from './populated';

const none = { all: false, attributes: new Map() };
const all = { all: true, attributes: new Map() };

describe('parsePopulate', () => {
  it.each([undefined, '', [], {}, { a: false }])('%j – populates nothing', (populate) => {
    expect(parsePopulate(populate)).toEqual(none);
  });

  it.each(['*', true, 'true', ['*'], { 0: '*' }])(
    '%j – populates all of the first level',
    (populate) => {
      expect(parsePopulate(populate)).toEqual(all);
    },
  );

  it.each([
    ['a,b.c'],
    [['a', 'b.c']],
    [['b', 'a', 'b.c']],
    [{ 0: 'a', 1: 'b.c' }],
    [{ 0: 'a', b: { populate: 'c' } }],
    [{ a: true, b: { populate: 'c' } }],
    [{ a: 'true', b: { populate: ['c'] } }],
    [{ a: { fields: ['x'] }, b: { populate: { c: { fields: ['x'] } } }, d: false }],
  ])('%j – populates a and b.c', (populate) => {
    const { all: isAll, attributes } = parsePopulate(populate);
    expect(isAll).toBe(false);
    expect(Object.fromEntries(attributes)).toEqual({
      a: none,
      b: { all: false, attributes: new Map([['c', none]]) },
    });
  });

  it.each(['*,b.c', ['b.c', '*'], { 0: '*', b: { populate: 'c' } }])(
    '%j – populates all of the first level and b.c',
    (populate) => {
      const b = { all: false, attributes: new Map([['c', none]]) };
      expect(parsePopulate(populate)).toEqual({ all: true, attributes: new Map([['b', b]]) });
    },
  );

  it('dynamic zone with on and populate – populates both', () => {
    const populate = { zone: { on: { 'a.part': { populate: '*' } }, populate: 'b' } };
    const zone = {
      all: false,
      attributes: new Map([
        ['b', none],
        ['a.part', all],
      ]),
    };
    expect(parsePopulate(populate)).toEqual({ all: false, attributes: new Map([['zone', zone]]) });
  });
});
