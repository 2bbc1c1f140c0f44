import fc from 'fast-check';
import { Json, compose, createJsonList, extractOnlyValue } from './json';

const value = fc.jsonValue();
const text = (content: unknown): Json => new Json([Buffer.from(JSON.stringify(content))]);

describe('JSON texts', () => {
  it('compose – any values – equals JSON.stringify of the values', () => {
    fc.assert(
      fc.property(value, fc.array(value), fc.string(), (single, several, key) => {
        const composed = compose<unknown>({
          data: createJsonList(several.map(text)),
          [`k${key}`]: single,
          nested: { inner: text(single), absent: undefined },
        });
        const plain = { data: several, [`k${key}`]: single, nested: { inner: single } };
        expect(composed.toBuffer().toString()).toBe(JSON.stringify(plain));
      }),
    );
  });

  it('extractOnlyValue – object with one key – returns its value; another key throws', () => {
    fc.assert(
      fc.property(value, (single) => {
        const object = text({ episodes: single }) as Json<{ episodes: unknown }>;
        expect(extractOnlyValue(object, 'episodes').parse()).toEqual(
          JSON.parse(JSON.stringify(single)),
        );
      }),
    );
    expect(() =>
      extractOnlyValue(text({ other: 1 }) as Json<{ episodes: unknown }>, 'episodes'),
    ).toThrow();
  });
});
