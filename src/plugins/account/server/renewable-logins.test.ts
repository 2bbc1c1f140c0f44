import fc from 'fast-check';
import { readRefreshToken, refreshTokenKey, writeRefreshToken } from './renewable-logins';

const key = refreshTokenKey('a secret of the tests');

const token = fc.record({ loginId: fc.uuid(), renewals: fc.nat(999_999_999) });

it('readRefreshToken – written token – returns its content with its own key only', () => {
  fc.assert(
    fc.property(token, (content) => {
      const text = writeRefreshToken(key, content);
      expect(readRefreshToken(key, text)).toEqual(content);
      expect(readRefreshToken(refreshTokenKey('another secret'), text)).toBeNull();
    }),
  );
});

it('readRefreshToken – one changed character – returns null, or equal content for unused bits', () => {
  const characters = '.0123456789abcdefABCDEF-_ z'.split(/(?:)/u);
  fc.assert(
    fc.property(token, fc.nat(), fc.constantFrom(...characters), (content, position, character) => {
      const text = writeRefreshToken(key, content);
      const index = position % text.length;
      const changed = `${text.slice(0, index)}${character}${text.slice(index + 1)}`;
      fc.pre(changed !== text);
      const read = readRefreshToken(key, changed);
      // The last character of the signature has unused bits, so another text may be valid but must
      // have the same content.
      if (read !== null) expect(read).toEqual(content);
      expect(read === null || index === text.length - 1).toBe(true);
    }),
  );
});

it.each(['', '.', 'nonsense', `${'a'.repeat(36)}.1.${'b'.repeat(43)}`, '\0'])(
  'readRefreshToken – %j – returns null',
  (text) => {
    expect(readRefreshToken(key, text)).toBeNull();
  },
);
