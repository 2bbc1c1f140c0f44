import fc from 'fast-check';
import { toCanonicalEmail } from './email-address';

it.each([
  ['ana@peñalver.es', 'ana@xn--pealver-5za.es'],
  ['ANA@PEÑALVER.ES', 'ana@xn--pealver-5za.es'],
  ['ana@pen\u0303alver.es', 'ana@xn--pealver-5za.es'],
  ['ana@xn--pealver-5za.es', 'ana@xn--pealver-5za.es'],
  ['ana@почта.рф', 'ana@xn--80a1acny.xn--p1ai'],
  ['ana@例え。jp', 'ana@xn--r8jz45g.jp'],
  [' a&b@example.com ', 'a&b@example.com'],
  ['\u200B\u202Aana@example.com\u202C\u00A0', 'ana@example.com'],
  ["o'brien@example.com", "o'brien@example.com"],
  ["obrien'@example.com", "obrien'@example.com"],
  ['ana+cursos@example.co.uk', 'ana+cursos@example.co.uk'],
  ['a/b=c@example.museum', 'a/b=c@example.museum'],
])('toCanonicalEmail – %s – returns the canonical address', (typed, canonical) => {
  expect(toCanonicalEmail(typed)).toBe(canonical);
});

it.each([
  ...['', '@', 'ana', 'ana@', '@example.com', 'ana@localhost', 'ana@example', 'ana@example.com.'],
  ...['.ana@example.com', 'ana.@example.com', 'a..b@example.com', 'ana@example..com'],
  ...['ana@1.2.3.4', 'ana@0x7f.1', 'ana@[::1]', 'ana@example.com:80', 'ana@ex%61mple.com'],
  ...['ana@example.com/x', 'ana@a@example.com', '"ana"@example.com', 'Ana <ana@example.com>'],
  ...[
    'ana@exаmple.com',
    'ana@xn--exmple-4nf.com',
    'ñandú@example.com',
    'ana@-a.com',
    'ana@a_b.com',
  ],
  ...['ana@example.com\r\nBcc: x@example.com', 'a,b@example.com', `${'a'.repeat(250)}@example.com`],
  // The search for invisible characters would take minutes.
  ...[`ana${' '.repeat(500_000)}@example.com`],
])('toCanonicalEmail – %.80s – returns null', (typed) => {
  expect(toCanonicalEmail(typed)).toBeNull();
});

it('toCanonicalEmail – any text – is ASCII on one line and its own canonical form, or null', () => {
  const domain = fc.array(fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }), {
    minLength: 2,
    maxLength: 3,
  });
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.emailAddress(),
    fc
      .tuple(fc.emailAddress(), domain)
      .map(([name, labels]) => `${name.split('@')[0] ?? ''}@${labels.join('.')}`),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const address = toCanonicalEmail(typed);
      if (address === null) return;
      expect(address).toMatch(/^[\x21-\x7e]+$/);
      expect(toCanonicalEmail(address)).toBe(address);
      expect(toCanonicalEmail(typed.toUpperCase().toLowerCase())).toBe(address);
    }),
  );
});
