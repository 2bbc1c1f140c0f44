import type { Output } from '#platform/http/endpoint';
import { getHomePage } from '#api/home-page/contract';
import { listChannels } from '#api/channel/contract';
import { markup, type Html } from '../html';
import { linksTo, list, pageOf, part, type Page, type Site } from '../layout';
import type { ShowPicture } from '../pictures';

type Home = Output<typeof getHomePage>['data'];

const cardOf = (site: Site, picture: ShowPicture, card: Home['contents'][number]): Html => {
  switch (card.__component) {
    case 'home.series-home': {
      const { documentId, name, cardImage } = card.serie;
      return markup`${picture(cardImage)} ${site.link(documentId, name)}`;
    }
    case 'home.product-home': {
      const { documentId, title, cardImage, protagonists } = card.product;
      return markup`${picture(cardImage)} ${site.link(documentId, title)}
      ${list(linksTo(site, protagonists))}`;
    }
    case 'home.live-home': {
      const { documentId, title, image, timeZone, typeOfLive } = card.live;
      const start =
        typeOfLive && markup`<time datetime="${typeOfLive.startDate}">${timeZone}</time>`;
      return markup`${picture(image)} ${site.link(documentId, title)} ${start}`;
    }
  }
};

export const homePage = async (site: Site): Promise<Page> => {
  const { service, catalogue, place } = site;
  const { lang, line } = place;
  const [{ data }, channels] = await Promise.all([
    service.ask(getHomePage, {}, { lang, vertical: line }),
    service.ask(listChannels, { vertical: line }, { lang }),
  ]);
  const picture = await site.pictures(data);
  const slides = data.carouselMedia.map(({ link, description, backgroundMedia, icon }) => {
    const to = catalogue.writtenLink(place, link);
    const shown = to === null ? markup`${description}` : markup`<a href="${to}">${description}</a>`;
    return markup`${picture(backgroundMedia)} ${picture(icon)} ${shown}`;
  });
  const cards = (all: Home['contents']): Html[] => all.map((card) => cardOf(site, picture, card));
  return pageOf(site, `/${line}/${lang}`, {
    title: data.seo.title ?? line,
    description: data.seo.description,
    body: markup` ${part('Slides', slides)}
    ${part(
      'Logos',
      data.channels.map(
        ({ documentId, name, logo }) => markup`${picture(logo)} ${site.link(documentId, name)}`,
      ),
    )}
    ${part('Channels', linksTo(site, channels.data))} ${part('Trends', cards(data.tendencies))}
    ${part('Contents', cards(data.contents))}
    ${part('Plans', [...data.imagenPlan.map(picture), ...data.planTypes.map(({ title, description }) => markup`${title}: ${description}`)])}`,
  });
};
