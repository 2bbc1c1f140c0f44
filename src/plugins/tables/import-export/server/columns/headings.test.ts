import { splitHeading, parseTextHeadings } from './headings';

describe('parted', () => {
  it.each([
    ['Title (en)', 'Title', 'en'],
    ['Title(en) ', 'Title', 'en'],
    ['Title [es]', 'Title', 'es'],
    ['Price (net) (es)', 'Price (net)', 'es'],
    ['Price (net)', 'Price (net)', null],
    ['(en)', '', 'en'],
    ['Title', 'Title', null],
  ])('%s – is split into name and locale', (text, name, locale) => {
    expect(splitHeading(text, ['en', 'es'])).toEqual({ name, locale });
  });

  it.each([
    ['blanks', `x${'\t'.repeat(50_000)}x`],
    ['brackets', '('.repeat(50_000)],
  ])('50,000 %s – are split in linear time', (_name, text) => {
    const start = process.cpuUsage();
    expect(splitHeading(text, ['en'])).toEqual({ name: text, locale: null });
    // CPU time in microseconds, which other load on the machine does not increase.
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(200_000);
  });
});

describe('parseTextHeadings', () => {
  it('site in Indonesian – `id` is the key and then the locale', () => {
    const headings = parseTextHeadings(['es', 'id'], ['id', 'place', 'es', 'id', 'version (id)']);
    expect(headings).toEqual([
      { kind: 'key', of: 'id' },
      { kind: 'place' },
      { kind: 'text', locale: 'es' },
      { kind: 'text', locale: 'id' },
      { kind: 'version', locale: 'id' },
    ]);
  });

  it('site without Indonesian – a second `id` stays a key', () => {
    const headings = parseTextHeadings(['es'], ['id', 'id']);
    expect(headings).toEqual([
      { kind: 'key', of: 'id' },
      { kind: 'key', of: 'id' },
    ]);
  });
});
