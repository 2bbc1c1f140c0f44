import { listProducts } from '#api/product/contract';
import { markup } from '../html';
import { pageOf, part, type Page, type Site } from '../layout';

export const cataloguePage = async (site: Site): Promise<Page> => {
  const { lang, line } = site.place;
  const { data } = await site.service.ask(listProducts, {}, { lang, vertical: line });
  const picture = await site.pictures(data);
  const products = data.map(
    ({ documentId, title, cardImage }) =>
      markup`${picture(cardImage)} ${site.link(documentId, title)}`,
  );
  return pageOf(site, `/${line}/${lang}/catalogue`, {
    title: 'Catalogue',
    description: null,
    body: part('Products', products),
  });
};
