import { getPicture } from '#plugins/media/pictures/contract';
import { ratios, widths } from '#plugins/media/pictures/sizes';

/** Tests the addresses that docs/how-to/show-pictures.md builds with the client: the service accepts each. */

const baseUrl = 'https://cms.example.com/api';
const MEDIA = 'https://media.example.com/uploads/curso_0123456789.webp?v=a1b2&signature=x';

const importClient = () => import('../../clients/typescript/src/index.ts');

const parseUrl = (address: string) => {
  const { pathname, searchParams } = new URL(address);
  return {
    params: getPicture.params.parse({ name: pathname.replace('/api/pictures/', '') }),
    query: getPicture.query.parse(Object.fromEntries(searchParams)),
  };
};

it.each(ratios)('pictureUrl() – ratio %s – returns a valid URL for every width', async (ratio) => {
  const { pictureUrl } = await importClient();
  for (const w of widths) {
    expect(parseUrl(pictureUrl(MEDIA, w, { baseUrl, ratio }))).toEqual({
      params: { name: 'curso_0123456789.webp' },
      query: { w, ratio, v: 'a1b2' },
    });
  }
});

it('srcset() – contains supported widths, each with its URL', async () => {
  const { srcset } = await importClient();
  const candidates = srcset('/uploads/curso_0123456789.webp', { baseUrl }).split(', ');
  expect(candidates.length).toBeGreaterThan(3);
  for (const candidate of candidates) {
    const [address = '', width] = candidate.split(' ');
    expect(`${parseUrl(address).query.w}w`).toBe(width);
  }
});

it('pictureUrl() – drawing – returns the original URL', async () => {
  const { pictureUrl } = await importClient();
  expect(pictureUrl('/uploads/logo_0123456789.svg', 640, { baseUrl })).toBe(
    'https://cms.example.com/uploads/logo_0123456789.svg',
  );
});
