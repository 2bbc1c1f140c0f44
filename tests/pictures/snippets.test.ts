import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { getPicture } from '../../src/plugins/media/pictures/contract';
import { ratios, widths } from '../../src/plugins/media/pictures/sizes';

/** Tests the code of docs/how-to/show-pictures.md: the service accepts each URL that it creates. */

const guide = readFileSync(path.resolve(__dirname, '../../docs/how-to/show-pictures.md'), 'utf8');

const snippet = (begin: string): string => {
  const match = [...guide.matchAll(/```\w+\n(.*?)```/gs)].find(([, text = '']) =>
    text.startsWith(begin),
  );
  if (match?.[1] === undefined) throw new Error(`docs/how-to/show-pictures.md has no ${begin}`);
  return match[1];
};

type Size = (url: string, w: number, options?: object) => string;
type Srcset = (url: string, options?: object) => string;

const sizes = vm.runInNewContext(
  `${snippet('// size.js').replaceAll('export const', 'const')}; ({ size, srcset })`,
  { URL, URLSearchParams },
) as { size: Size; srcset: Srcset };

const MEDIA = 'https://media.example.com/uploads/curso_0123456789.webp?v=a1b2&signature=x';

const parseUrl = (address: string) => {
  const { pathname, searchParams } = new URL(address);
  return {
    params: getPicture.params.parse({ name: pathname.replace('/api/pictures/', '') }),
    query: getPicture.query.parse(Object.fromEntries(searchParams)),
  };
};

it.each(ratios)('size() – ratio %s – returns a valid URL for every width', (ratio) => {
  for (const w of widths) {
    expect(parseUrl(sizes.size(MEDIA, w, { ratio }))).toEqual({
      params: { name: 'curso_0123456789.webp' },
      query: { w, ratio, v: 'a1b2' },
    });
  }
});

it('srcset() – contains supported widths, each with its URL', () => {
  const candidates = sizes.srcset('/uploads/curso_0123456789.webp').split(', ');
  expect(candidates.length).toBeGreaterThan(3);
  for (const candidate of candidates) {
    const [address = '', width] = candidate.split(' ');
    expect(`${parseUrl(address).query.w}w`).toBe(width);
  }
});

it('size() – drawing – returns the original URL', () => {
  expect(sizes.size('/uploads/logo_0123456789.svg', 640)).toBe('/uploads/logo_0123456789.svg');
});

it.each(['// next.config.js', '// nuxt.config.ts', '// app/providers/cms.ts'])(
  '%s – contains only supported widths',
  (begin) => {
    const numbers = (snippet(begin).match(/\b\d{3,4}\b/g) ?? []).map(Number);
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers.filter((number) => !widths.some((w) => w === number))).toEqual([]);
  },
);
