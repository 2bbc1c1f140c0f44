import { linkTo } from '../../src/feature/link-reference';
import { documentsOf } from '../../src/platform/strapi/documents';
import { type Desk, HOME, PRODUCT, store, VERTICAL } from '../usage/support';

/** A slide of a home page with a link. */
export const slide = ({ picture }: Pick<Desk, 'picture'>, link: string) => ({
  description: 'd',
  link,
  backgroundMedia: picture,
  icon: picture,
});

let made = 0;

/** Creates an own business line, so that each test has its own pages and addresses. */
export const newLine = async (
  { app }: Pick<Desk, 'app'>,
  data: object = {},
): Promise<{ documentId: string; slug: string }> => {
  made += 1;
  const slug = `line-${made}`;
  const { documentId } = await documentsOf(app, VERTICAL).create({
    data: { name: slug, slug, ...data },
  });
  return { documentId, slug };
};

/** Creates a published home page of a line whose slides have the given links. */
export const homePage = async (
  desk: Desk,
  line: string,
  links: readonly string[],
  status: 'draft' | 'published' = 'published',
): Promise<string> =>
  store(
    desk,
    HOME,
    { vertical: line, carouselMedia: links.map((link) => slide(desk, link)) },
    status,
  );

/** Creates a product of a line with its own slug, and the link to it. */
export const linkedProduct = async (
  desk: Desk,
  line: string,
  changes: object = {},
  status: 'draft' | 'published' = 'published',
): Promise<{ documentId: string; link: string; slug: string }> => {
  made += 1;
  const slug = `linked-${made}`;
  const documentId = await store(desk, PRODUCT, { verticals: [line], slug, ...changes }, status);
  return { documentId, link: linkTo({ uid: PRODUCT, documentId }), slug };
};

type Home = { data: { carouselMedia: { link: string }[] } };

/** Returns the links of the slides of a line's home page, as visitors get them. */
export const readLinks = async (
  { app }: Pick<Desk, 'app'>,
  line: string,
  query = 'lang=es',
): Promise<string[]> => {
  const { body } = await app.request
    .get(`/api/home-pages/full-populate?vertical=${line}&${query}`)
    .expect(200);
  return (body as Home).data.carouselMedia.map(({ link }) => link);
};
