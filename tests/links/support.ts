import { linkTo } from '#feature/link-reference';
import { getDocumentService } from '#platform/strapi/documents';
import { type Desk, HOME, PRODUCT, store, VERTICAL } from '../usage/support';

/** Returns a slide of a home page with a link. */
export const slide = ({ picture }: Pick<Desk, 'picture'>, link: string) => ({
  description: 'd',
  link,
  backgroundMedia: picture,
  icon: picture,
});

let serial = 0;

/** Creates a business line, so that each test has separate pages and addresses. */
export const newLine = async (
  { app }: Pick<Desk, 'app'>,
  data: object = {},
): Promise<{ documentId: string; slug: string }> => {
  serial += 1;
  const slug = `line-${serial}`;
  const { documentId } = await getDocumentService(app, VERTICAL).create({
    data: { name: slug, slug, ...data },
  });
  return { documentId, slug };
};

/** Creates a home page of a business line with links in its slides. */
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

/** Creates a product of a business line with a unique slug, and the link to it. */
export const linkedProduct = async (
  desk: Desk,
  line: string,
  changes: object = {},
  status: 'draft' | 'published' = 'published',
): Promise<{ documentId: string; link: string; slug: string }> => {
  serial += 1;
  const slug = `linked-${serial}`;
  const documentId = await store(desk, PRODUCT, { verticals: [line], slug, ...changes }, status);
  return { documentId, link: linkTo({ uid: PRODUCT, documentId }), slug };
};

type Home = { data: { carouselMedia: { link: string }[] } };

/** Returns the links of a home page's slides from the public API. */
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
