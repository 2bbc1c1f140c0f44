import { inspectValue } from './inspect-value';

const NUL = 'a\0b';
const HALF_A_PAIR = 'a\ud83d';

describe('inspectValue – text that cannot be stored – returns its path', () => {
  it.each([
    [NUL, []],
    [{ a: NUL, b: NUL }, ['a']],
    [{ a: [0, { b: HALF_A_PAIR }] }, ['a', '1', 'b']],
    [{ a: {}, b: [], c: [[], [NUL]] }, ['c', '1', '0']],
    [{ a: { [NUL]: 1 } }, ['a']],
    [{ a: 1, [HALF_A_PAIR]: NUL }, []],
    [{ a: { b: { c: 1 }, d: 2 }, e: NUL }, ['e']],
    [{ a: '🦎', b: null, c: 1, d: undefined }, undefined],
    [null, undefined],
  ])('%j – returns %j', (value, path) => {
    expect(inspectValue(value).unstorable).toEqual(path);
  });
});

describe('inspectValue – names of Object.prototype', () => {
  it.each([
    [
      { contents: [{ __component: 'a' }, { __component: 'toString' }] },
      ['contents', '1', '__component'],
    ],
    [{ __component: 'home.hero', other: 'toString' }, undefined],
    [['__component', 'toString'], undefined],
  ])('%j – returns the component path %j', (value, path) => {
    expect(inspectValue(value).component).toEqual(path);
  });

  it('component after text that cannot be stored – returns both paths', () => {
    expect(inspectValue({ a: NUL, __component: 'toString' })).toEqual({
      unstorable: ['a'],
      component: ['__component'],
      hasPrototype: false,
    });
  });

  it.each([
    ['{"a":[{"__proto__":{}}]}', true],
    ['{"a":["__proto__"]}', false],
  ])('%s – hasPrototype is %s', (text, hasPrototype) => {
    expect(inspectValue(JSON.parse(text)).hasPrototype).toBe(hasPrototype);
  });
});
