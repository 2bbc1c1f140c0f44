import { linkTo } from '#feature/link-reference';
import { getDocumentService } from '#platform/strapi/documents';
import { stopQuietly } from '../support/app';
import { previewTokenOf } from '../support/preview';
import {
  CHANNEL,
  type Desk,
  EPISODE,
  HOME,
  LIVE,
  PRODUCT,
  PROTAGONIST,
  SERIES,
  startDesk,
  store,
  VERTICAL,
} from '../usage/support';
import { homePage, linkedProduct, newLine, readLinks, slide } from './support';

describe('a link to an entry', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await startDesk({ DELIVERY_REFRESH: 'false' });
  });

  afterAll(() => stopQuietly(desk.app));

  const products = () => getDocumentService(desk.app, PRODUCT);

  const rename = async (documentId: string, slug: string, locale = 'es'): Promise<void> => {
    await products().update({ documentId, locale, data: { slug } });
    await products().publish({ documentId, locale });
  };

  it('becomes a URL path; other links remain unchanged', async () => {
    const line = await newLine(desk);
    const { link, slug } = await linkedProduct(desk, line.documentId);
    const plain = ['/', '#', 'https://example.com/a?b=1&c="', 'mailto:a@example.com', 'tel:+34900'];
    await homePage(desk, line.documentId, [link, ...plain]);
    expect(await readLinks(desk, line.slug)).toEqual([`/es/products/${slug}`, ...plain]);
  });

  it('resolves entries of every type with a slug', async () => {
    const line = await newLine(desk);
    const types = [
      [CHANNEL, 'channels', { verticals: [line.documentId] }],
      [SERIES, 'series', { verticals: [line.documentId] }],
      [EPISODE, 'episodes', {}],
      [PROTAGONIST, 'protagonists', {}],
      [LIVE, 'lives', { vertical: line.documentId }],
    ] as const;
    const links: string[] = [];
    for (const [uid, at, changes] of types) {
      const slug = `a-${at}-${line.slug}`;
      links.push(linkTo({ uid, documentId: await store(desk, uid, { slug, ...changes }) }));
    }
    await homePage(desk, line.documentId, links);
    expect(await readLinks(desk, line.slug)).toEqual(
      types.map(([, at]) => `/es/${at}/a-${at}-${line.slug}`),
    );
  });

  it('changed slug – is effective at once', async () => {
    const line = await newLine(desk);
    const { documentId, link, slug } = await linkedProduct(desk, line.documentId);
    await homePage(desk, line.documentId, [link]);
    expect(await readLinks(desk, line.slug)).toEqual([`/es/products/${slug}`]);
    await rename(documentId, `${slug}-new`);
    expect(await readLinks(desk, line.slug)).toEqual([`/es/products/${slug}-new`]);
  });

  it('slug of a draft – appears only in a preview of that entry', async () => {
    const line = await newLine(desk);
    const { documentId, link, slug } = await linkedProduct(desk, line.documentId);
    await homePage(desk, line.documentId, [link]);
    await products().update({ documentId, locale: 'es', data: { slug: `${slug}-secret` } });
    expect(await readLinks(desk, line.slug)).toEqual([`/es/products/${slug}`]);
    const other = await linkedProduct(desk, line.documentId);
    const links = await Promise.all(
      [documentId, other.documentId].map(async (id) => {
        const token = await previewTokenOf(desk.admin, PRODUCT, { documentId: id, locale: 'es' });
        return readLinks(desk, line.slug, `lang=es&previewToken=${token}`);
      }),
    );
    expect(links).toEqual([[`/es/products/${slug}-secret`], [`/es/products/${slug}`]]);
  });

  it('unpublished or deleted entry – becomes "/" until it is published again', async () => {
    const line = await newLine(desk);
    const { documentId, link, slug } = await linkedProduct(desk, line.documentId);
    await homePage(desk, line.documentId, [link]);
    expect(await readLinks(desk, line.slug)).toEqual([`/es/products/${slug}`]);
    await products().unpublish({ documentId, locale: 'es' });
    expect(await readLinks(desk, line.slug)).toEqual(['/']);
    await products().publish({ documentId, locale: 'es' });
    expect(await readLinks(desk, line.slug)).toEqual([`/es/products/${slug}`]);
    await products().delete({ documentId, locale: '*' });
    expect(await readLinks(desk, line.slug)).toEqual(['/']);
  });

  it('is in the page’s locale, or else in the default locale', async () => {
    const line = await newLine(desk);
    const { documentId, link, slug } = await linkedProduct(desk, line.documentId);
    const page = await homePage(desk, line.documentId, [link]);
    await getDocumentService(desk.app, HOME).update({
      documentId: page,
      locale: 'en',
      data: { vertical: line.documentId, seo: { author: 'x' }, carouselMedia: [slide(desk, link)] },
    });
    await getDocumentService(desk.app, HOME).publish({ documentId: page, locale: 'en' });
    expect(await readLinks(desk, line.slug, 'lang=en')).toEqual([`/es/products/${slug}`]);
    const english = {
      title: 'In English',
      slug: `${slug}-en`,
      order: 1,
      SKU: `${slug}-EN`.toUpperCase(),
      payID: 'p',
    };
    await products().update({ documentId, locale: 'en', data: english });
    expect(await readLinks(desk, line.slug, 'lang=en')).toEqual([`/es/products/${slug}`]);
    await products().publish({ documentId, locale: 'en' });
    expect(await readLinks(desk, line.slug, 'lang=en')).toEqual([`/en/products/${slug}-en`]);
    expect(await readLinks(desk, line.slug)).toEqual([`/es/products/${slug}`]);
  });

  it('pattern of the business line – is applied, and its change is effective at once', async () => {
    const line = await newLine(desk, { productAddress: '/{lang}/{type}/{slug}' });
    const { link, slug } = await linkedProduct(desk, line.documentId, { type: 'Máster' });
    await homePage(desk, line.documentId, [link]);
    expect(await readLinks(desk, line.slug)).toEqual([`/es/master/${slug}`]);
    await getDocumentService(desk.app, VERTICAL).update({
      documentId: line.documentId,
      data: { productAddress: '/p/{slug}' },
    });
    expect(await readLinks(desk, line.slug)).toEqual([`/p/${slug}`]);
  });

  it('entry only in another business line – leads to the site of that line', async () => {
    const line = await newLine(desk);
    const other = await newLine(desk, {
      siteAddress: 'https://other.example.com',
      productAddress: '/x/{slug}',
    });
    const { documentId, link, slug } = await linkedProduct(desk, other.documentId);
    await homePage(desk, line.documentId, [link]);
    expect(await readLinks(desk, line.slug)).toEqual([`https://other.example.com/x/${slug}`]);
    await products().update({
      documentId,
      locale: 'es',
      data: { verticals: [other.documentId, line.documentId] },
    });
    await products().publish({ documentId, locale: 'es' });
    expect(await readLinks(desk, line.slug)).toEqual([`/es/products/${slug}`]);
  });
});
