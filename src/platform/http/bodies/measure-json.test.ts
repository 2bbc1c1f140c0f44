import fc from 'fast-check';
import { measureJson, MOST_LEVELS } from './measure-json';

/** Counts the members of all objects and lists in a value. */
const valuesIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce((sum: number, inner) => sum + 1 + valuesIn(inner), 0);

const levelsIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : 1 + Math.max(0, ...Object.values(value).map(levelsIn));

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it(`measureJson – any JSON – counts the members that JSON.parse creates`, () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 6 }),
      fc.constantFrom(undefined, 1, '\t'),
      (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const parsed: unknown = JSON.parse(text);
        expect(levelsIn(parsed)).toBeLessThan(MOST_LEVELS);
        expect(measureJson(text)).toEqual({ problem: null, values: valuesIn(parsed) });
      },
    ),
  );
});

it(`measureJson – any text – ends without an error`, () => {
  const piece = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', '\\"', ' ', '0', 'a');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
      expect(measureJson(pieces.join('')).problem).not.toBe(undefined);
    }),
  );
});

describe('measureJson – a limit', () => {
  it.each([
    ['[0,0,0]', 3, null],
    ['[0,0,0]', 2, 'too-many-values'],
    ['[{},[]]', 2, null],
    ['{"a":{"b":1}}', 2, null],
    ['{"a":{"b":1}}', 1, 'too-many-values'],
    ['["a,b,[c"]', 1, null],
    ['["\\",\\\\",0]', 2, null],
  ])('%s with at most %i members – returns %s', (text, most, problem) => {
    expect(measureJson(text, most).problem).toBe(problem);
  });

  it.each([
    [`[0,${nested(MOST_LEVELS)}]`, null],
    [`[0,${nested(MOST_LEVELS + 1)}]`, '1'],
    [`["x",${nested(MOST_LEVELS + 1)}]`, '1'],
    [`{"a":"b","c":${nested(MOST_LEVELS)}}`, null],
    [`{"a":"b","c\\u0064":${nested(MOST_LEVELS + 1)}}`, 'cd'],
    [`{"a":{"b":[]},"c":${'['.repeat(500_000)}`, 'c'],
  ])('nesting of %.30s – returns %j', (text, within) => {
    expect(measureJson(text)).toEqual(
      within === null
        ? { problem: null, values: expect.any(Number) as unknown }
        : { problem: 'too-deep', within },
    );
  });
});
