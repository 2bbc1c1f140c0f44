import { pagedTypes, readCatalogue, type PagedType, type SitePage } from './catalogue';
import { siteAt, type Page, type Site } from './layout';
import { cataloguePage } from './pages/catalogue';
import { homePage } from './pages/home';
import { channelPage, livePage, seriesPage, teacherPage } from './pages/others';
import { productPage } from './pages/product';
import type { Service } from './service';

const makers: Readonly<
  Record<PagedType, (site: Site, path: string, slug: string) => Promise<Page>>
> = {
  'api::product.product': productPage,
  'api::channel.channel': channelPage,
  'api::series.series': seriesPage,
  'api::protagonist.protagonist': teacherPage,
  'api::live.live': livePage,
};

/** A website of all business lines and languages: its pages, and the targets of former addresses. */
export type Built = { pages: readonly Page[]; redirects: readonly { from: string; to: string }[] };

const isPaged = (uid: string): uid is PagedType => uid in makers;

/**
 * Builds a website from the public endpoints of a running service, like a static site generator.
 *
 * @param api the address of its API in pages
 * @param only some of the places; by default all
 * @param types the types whose entries have pages; by default all
 */
export const buildSite = async (
  service: Service,
  api: string,
  only: (place: SitePage) => boolean = () => true,
  types: readonly PagedType[] = pagedTypes,
): Promise<Built> => {
  const catalogue = await readCatalogue(service);
  const places = catalogue.lines
    .flatMap(({ slug }) => catalogue.languages.map(({ code }) => ({ line: slug, lang: code })))
    .filter(only);
  const pages: Page[] = [];
  for (const place of places) {
    const site = siteAt(service, catalogue, place, api);
    pages.push(await homePage(site), await cataloguePage(site));
    for (const uid of types) {
      for (const { slug } of catalogue.pagesOf(uid, place)) {
        pages.push(await makers[uid](site, catalogue.pathOf(uid, slug, place), slug));
      }
    }
  }
  const redirects = catalogue.redirects.flatMap(({ uid, documentId, locale, from }) =>
    places.flatMap((place) => {
      const to = catalogue.addressOf(documentId, place);
      const isInLocale = isPaged(uid) && to !== null && (locale ?? place.lang) === place.lang;
      return isInLocale && to.startsWith(`/${place.line}/`)
        ? [{ from: catalogue.pathOf(uid, from, place), to }]
        : [];
    }),
  );
  return { pages, redirects };
};
