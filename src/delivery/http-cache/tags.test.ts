import fc from 'fast-check';
import {
  buildDocumentKey,
  EVERYTHING,
  buildMembershipKey,
  typeKey,
  buildValueKey,
} from '../invalidation/keys';
import { ALL, tagHeadersOf, tagOf } from './tags';

const PRODUCT = 'api::product.product';
const CHANNEL = 'api::channel.channel';

const ids = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{24}$/), { maxLength: 300 });

const valueIn = (headers: readonly string[]): string => headers[1] ?? '';

describe('tagOf', () => {
  // Caches store tags for as long as a year.
  it('does not change between releases', () => {
    expect(tagOf(buildDocumentKey('abcdefghijklmnopqrstuvwx'))).toBe('k7DKv4Zo');
    expect(tagOf(typeKey(PRODUCT))).toBe('C4dxvG6l');
  });

  it('is different for each key', () => {
    const keys = [
      buildDocumentKey('abc'),
      typeKey(PRODUCT),
      buildMembershipKey(PRODUCT),
      buildValueKey(PRODUCT, 'slug', 'one'),
      buildValueKey(PRODUCT, 'slug', 'two'),
      EVERYTHING,
    ];
    expect(new Set(keys.map(tagOf)).size).toBe(keys.length);
    expect(tagOf(EVERYTHING)).toBe(ALL);
  });
});

describe('tagHeadersOf', () => {
  const types = new Set([PRODUCT, CHANNEL]);
  const dependenciesWith = (contentKeys: readonly string[], queryKeys: readonly string[] = []) => ({
    contentKeys: new Set(contentKeys),
    queryKeys: new Set(queryKeys),
    types,
  });

  it('no header in the settings – returns none', () => {
    expect(tagHeadersOf({ headers: [], maxBytes: 1024 }, dependenciesWith(['abc']))).toEqual([]);
  });

  it('each header – uses the separator of its cache', () => {
    const [first, second] = [tagOf('one'), tagOf('two')];
    const bounds = { headers: ['surrogate-key', 'cache-tag', 'xkey'] as const, maxBytes: 1024 };
    expect(tagHeadersOf(bounds, dependenciesWith(['two'], ['one']))).toEqual([
      ...['Surrogate-Key', `all ${first} ${second}`],
      ...['Cache-Tag', `all,${first},${second}`],
      ...['xkey', `all ${first} ${second}`],
    ]);
  });

  it('any keys – fits maxBytes and contains the tag of each document or of its type', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 100, max: 4000 }), (keys, maxBytes) => {
        const headers = tagHeadersOf({ headers: ['cache-tag'], maxBytes }, dependenciesWith(keys));
        const value = valueIn(headers);
        expect(Buffer.byteLength(value)).toBeLessThanOrEqual(maxBytes);
        const tags = value.split(',');
        const isWhole = keys.every((key) => tags.includes(tagOf(key)));
        const hasTypes = [...types].every((uid) => tags.includes(tagOf(typeKey(uid))));
        expect(tags).toContain(ALL);
        expect(isWhole || hasTypes).toBe(true);
        // Tags of single keys are dropped only if they do not fit.
        if (keys.length * 9 + 3 <= maxBytes) expect(isWhole).toBe(true);
      }),
    );
  });
});
