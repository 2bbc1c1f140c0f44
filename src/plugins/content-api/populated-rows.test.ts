import { populatedIn } from './populated-rows';

const none = new Map<string, never>();

describe('What a query populates', () => {
  it.each([undefined, '', [], {}])('is nothing: %j', (populate) => {
    expect([...(populatedIn(populate)?.keys() ?? ['*'])].filter((name) => name !== '')).toEqual([]);
  });

  it.each(['*', true, 'true', ['*'], 'a,*'])('is everything of the first level: %j', (populate) => {
    expect(populatedIn(populate)).toBeNull();
  });

  it.each([
    ['a,b.c'],
    [['a', 'b.c']],
    [{ 0: 'a', 1: 'b.c' }],
    [{ a: true, b: { populate: 'c' } }],
    [{ a: 'true', b: { populate: ['c'] } }],
    [{ a: { fields: ['x'] }, b: { populate: { c: { fields: ['x'] } } }, d: false }],
  ])('is said in many ways: %j', (populate) => {
    expect(populatedIn(populate)).toEqual(
      new Map([
        ['a', none],
        ['b', new Map([['c', none]])],
      ]),
    );
  });

  it('is said of each part of a zone, and of everything behind something', () => {
    const populate = { zone: { on: { 'a.part': { populate: '*' } } }, b: { populate: '*' } };
    expect(populatedIn(populate)).toEqual(
      new Map([
        ['zone', new Map([['a.part', null]])],
        ['b', null],
      ]),
    );
  });
});
