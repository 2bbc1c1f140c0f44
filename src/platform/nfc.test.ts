import fc from 'fast-check';
import { normalizeAddress, normalizeBody, normalizeValues, toStorableText, toNfc } from './nfc';

const text = fc.string({ unit: 'grapheme-composite' });

/** Returns a text in decomposed form: letters and accents as separate characters. */
const decompose = (value: string): string => value.normalize('NFD');

it('toNfc – any text – returns its NFC form', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(toNfc(decompose(value))).toBe(value.normalize('NFC'));
    }),
  );
});

it('normalizeAddress – any text in a path and a query – returns its NFC form', () => {
  fc.assert(
    fc.property(text, text, (slug, q) => {
      const [name, search] = [slug, q].map((value) => encodeURIComponent(decompose(value)));
      const url = new URL(normalizeAddress(`/a/${name}/b?q=${search}&c=1`), 'http://localhost');
      expect(url.searchParams.get('q')).toBe(q.normalize('NFC'));
      expect(url.searchParams.get('c')).toBe('1');
      // `.` and `..` are steps in a path.
      if (/^\.{1,2}$/.test(slug)) return;
      expect(decodeURIComponent(url.pathname)).toBe(`/a/${slug.normalize('NFC')}/b`);
    }),
  );
});

it('normalizeAddress – address without decomposed accents – returns it unchanged', () => {
  fc.assert(
    fc.property(text, (value) => {
      const address = `/a?q=${encodeURIComponent(value.normalize('NFC'))}`;
      expect(normalizeAddress(address)).toBe(address);
    }),
  );
  for (const address of ['/%ff%cc', '/a%00e%CC%8', '/%2F%2E%2E%2F', '/%C3%A9']) {
    expect(normalizeAddress(address)).toBe(address);
  }
});

it('normalizeValues – texts, lists and other values – changes texts only, in a copy', () => {
  const buffer = Buffer.from(decompose('é'));
  const date = new Date(0);
  const values = [decompose('é'), [decompose('ñ'), 1], buffer, date, null, 'a'];
  expect(normalizeValues(values)).toEqual(['é', ['ñ', 1], buffer, date, null, 'a']);
  expect(values[0]).toBe(decompose('é'));
  const unchanged = ['é', 1, ['ñ'], undefined];
  expect(normalizeValues(unchanged)).toBe(unchanged);
});

it('normalizeAddress – combining mark after a control character – stays unchanged', () => {
  for (const code of [0x00, 0x0a, 0x1a, 0x1f, 0x7e]) {
    const address = `/a?q=${encodeURIComponent(`${String.fromCharCode(code)}\u0301`)}`;
    expect(normalizeAddress(address)).toBe(address);
  }
});

it('normalizeBody – texts at any depth – changes all but passwords', () => {
  const body = {
    name: decompose('José'),
    password: decompose('Contraseña1'),
    data: [{ newPassword: decompose('é'), label: decompose('Sí') }, decompose('ü')],
  };
  normalizeBody(body);
  expect(body).toEqual({
    name: 'José',
    password: decompose('Contraseña1'),
    data: [{ newPassword: decompose('é'), label: 'Sí' }, 'ü'],
  });
});

it.each([
  ['normalizeValues', (json: string) => normalizeValues([json])[0] as string],
  [
    'normalizeBody',
    (data: string) => {
      const body = { data };
      normalizeBody(body);
      return body.data;
    },
  ],
])('%s – JSON as a text – stays valid JSON of the normalized texts', (_, normalize) => {
  const escaped = fc.constantFrom(
    '\n',
    '\t',
    '\b',
    '\u0001',
    '"',
    'n',
    'e',
    '\u0303',
    '\u0301',
    '\u0338',
  );
  fc.assert(
    fc.property(
      fc.array(escaped).map((parts) => parts.join('')),
      (value) => {
        const json = normalize(JSON.stringify({ value, name: decompose('José') }));
        const parsed = JSON.parse(json) as { value: string; name: string };
        expect(toNfc(parsed.value)).toBe(toNfc(value));
        expect(parsed.name).toBe('José');
      },
    ),
  );
});

it('toNfc – 500 combining marks on a letter – returns the text unchanged', () => {
  const text = `a${'\u0301'.repeat(500)}${'\u0316'.repeat(500)}`;
  expect(toNfc(text)).toBe(text);
});

it.each([
  ['a\0b', 'a\uFFFDb'],
  ['a\uD83D', 'a\uFFFD'],
  ['\uDE00b', '\uFFFDb'],
  ['a😀b', 'a😀b'],
])('toStorableText – %j – is %j', (text, stored) => {
  expect(toStorableText(text)).toBe(stored);
});
