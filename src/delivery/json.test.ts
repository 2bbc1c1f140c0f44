import fc from 'fast-check';
import { Json, compose, jsonList, onlyValueOf } from './json';

const value = fc.jsonValue();
const text = (whole: unknown): Json => new Json([Buffer.from(JSON.stringify(whole))]);

describe('Composed text', () => {
  it('says what the values say', () => {
    fc.assert(
      fc.property(value, fc.array(value), fc.string(), (one, several, key) => {
        const composed = compose<unknown>({
          data: jsonList(several.map(text)),
          [`k${key}`]: one,
          nested: { inner: text(one), absent: undefined },
        });
        const plain = { data: several, [`k${key}`]: one, nested: { inner: one } };
        expect(composed.toBuffer().toString()).toBe(JSON.stringify(plain));
      }),
    );
  });

  it('gives the only value of an object, and refuses another form', () => {
    fc.assert(
      fc.property(value, (one) => {
        const object = text({ episodes: one }) as Json<{ episodes: unknown }>;
        expect(onlyValueOf(object, 'episodes').parse()).toEqual(JSON.parse(JSON.stringify(one)));
      }),
    );
    expect(() =>
      onlyValueOf(text({ other: 1 }) as Json<{ episodes: unknown }>, 'episodes'),
    ).toThrow();
  });
});
