import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { getPicture } from '../../src/plugins/media/pictures/contract';
import { ratios, widths } from '../../src/plugins/media/pictures/sizes';

/** Tests the code of docs/how-to/show-pictures.md: the service accepts each address that it creates. */

const pictures = readFileSync(
  path.resolve(__dirname, '../../docs/how-to/show-pictures.md'),
  'utf8',
);

const snippet = (begin: string): string => {
  const found = [...pictures.matchAll(/```\w+\n(.*?)```/gs)].find(([, text = '']) =>
    text.startsWith(begin),
  );
  if (found?.[1] === undefined) throw new Error(`docs/how-to/show-pictures.md has no ${begin}`);
  return found[1];
};

type Size = (url: string, w: number, options?: object) => string;
type Srcset = (url: string, options?: object) => string;

const sizes = vm.runInNewContext(
  `${snippet('// size.js').replaceAll('export const', 'const')}; ({ size, srcset })`,
  { URL, URLSearchParams },
) as { size: Size; srcset: Srcset };

const MEDIA = 'https://media.example.com/uploads/curso_0123456789.webp?v=a1b2&signature=x';

const asked = (address: string) => {
  const { pathname, searchParams } = new URL(address);
  return {
    params: getPicture.params.parse({ name: pathname.replace('/api/pictures/', '') }),
    query: getPicture.query.parse(Object.fromEntries(searchParams)),
  };
};

it.each(ratios)('size() should make an address of every width at %s', (ratio) => {
  for (const w of widths) {
    expect(asked(sizes.size(MEDIA, w, { ratio }))).toEqual({
      params: { name: 'curso_0123456789.webp' },
      query: { w, ratio, v: 'a1b2' },
    });
  }
});

it('srcset() should name widths that there are, each with its own address', () => {
  const named = sizes.srcset('/uploads/curso_0123456789.webp').split(', ');
  expect(named.length).toBeGreaterThan(3);
  for (const one of named) {
    const [address = '', width] = one.split(' ');
    expect(`${asked(address).query.w}w`).toBe(width);
  }
});

it('A drawing should keep its own address', () => {
  expect(sizes.size('/uploads/logo_0123456789.svg', 640)).toBe('/uploads/logo_0123456789.svg');
});

it.each(['// next.config.js', '// nuxt.config.ts', '// app/providers/cms.ts'])(
  '%s should name widths that there are',
  (begin) => {
    const numbers = (snippet(begin).match(/\b\d{3,4}\b/g) ?? []).map(Number);
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers.filter((number) => !widths.some((w) => w === number))).toEqual([]);
  },
);
