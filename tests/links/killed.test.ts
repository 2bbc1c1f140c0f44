import type { DeadAddress, Replaced } from '../../src/plugins/dead-links/dead-links';
import { EXPLORER, VERTICAL } from '../rights/support';
import { type DeskProcess, startDeskProcess } from '../support/desk-process';
import { until } from '../support/until';

/** The process is killed while an address that leads nowhere is replaced in many pages, in the midst of one of them. */

const HOME = 'api::home-page.home-page';

const PAGES = 5;

const DEAD = '/es/products/gone';

let desk: DeskProcess;

beforeAll(async () => {
  desk = await startDeskProcess();
});

afterAll(() => desk.stop());

const makePage = async (order: number): Promise<string> => {
  const vertical = await desk.create(VERTICAL, {
    name: `Line ${order}`,
    slug: `line-${order}`,
    isDefault: order === 0,
    defaultLang: 'es',
    order,
  });
  return desk.create(HOME, {
    vertical: { connect: [{ documentId: vertical }] },
    carouselMedia: [
      { description: 'First', link: DEAD },
      { description: 'Second', link: DEAD },
    ],
  });
};

/** In how many pages the address stands. */
const standsIn = async (): Promise<number> => {
  const { body } = await desk.admin.get('/dead-links/addresses');
  const places = (body.data as DeadAddress[]).find(({ address }) => address === DEAD)?.places;
  return new Set(places?.map(({ documentId }) => documentId)).size;
};

const linksOf = async (documentId: string): Promise<string[]> => {
  const { body } = await desk.admin.get(`${EXPLORER}/${HOME}/${documentId}?locale=es`);
  const { carouselMedia } = body.data as { carouselMedia: { link: string }[] };
  return carouselMedia.map(({ link }) => link);
};

const replace = (to: string) => desk.admin.post('/dead-links/replace', { from: DEAD, to });

it('Replacing an address should go on after a kill with the pages that are left, none changed by half or twice', async () => {
  const pages: string[] = [];
  for (let order = 0; order < PAGES; order += 1) pages.push(await makePage(order));
  await desk.admin.post('/catalogue-health/look');
  await until(standsIn, (count) => count === PAGES);

  const held = pages[2] ?? '';
  await desk.killWithin(
    `SELECT 1 FROM home_pages WHERE document_id = '${held}' AND locale = 'es' FOR UPDATE`,
    () => replace('/courses'),
  );

  const links = new Map<string, string[]>();
  for (const page of pages) links.set(page, await linksOf(page));
  expect(links.get(held)).toEqual([DEAD, DEAD]);
  // Each is wholly what it was, or wholly what it should become.
  for (const [first, second] of links.values()) expect(second).toBe(first);
  const left = [...links.values()].filter(([link]) => link === DEAD).length;
  await desk.admin.post('/catalogue-health/look');
  await until(standsIn, (count) => count === left);

  const { body } = await replace('/courses');
  expect(body.data as Replaced).toEqual({ changed: left, refused: [] });
  for (const page of pages) expect(await linksOf(page)).toEqual(['/courses', '/courses']);
  expect(await standsIn()).toBe(0);
  const { rows } = await desk.sql.query<{ times: number }>(
    `SELECT count(*)::int AS times FROM history.events e JOIN history.states s ON s.hash = e.state
     WHERE e.document_id = ANY ($1) AND s.content::text LIKE '%/courses%' GROUP BY e.document_id`,
    [pages],
  );
  expect(rows).toEqual(pages.map(() => ({ times: 1 })));
});
