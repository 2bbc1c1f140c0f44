import MarkdownIt from 'markdown-it';
import { getChannel } from '#api/channel/contract';
import { getLive } from '#api/live/contract';
import { getProtagonist } from '#api/protagonist/contract';
import { listSeries } from '#api/series/contract';
import { markup, Html } from '../html';
import { linksTo, list, pageOf, part, type Page, type Site } from '../layout';

const markdown = new MarkdownIt({ html: false });

type Titled = { documentId: string; title: string };

const withNames = (entries: readonly Titled[]) =>
  entries.map(({ documentId, title }) => ({ documentId, name: title }));

export const channelPage = async (site: Site, path: string, slug: string): Promise<Page> => {
  const { data } = await site.service.ask(getChannel, { slug }, { lang: site.place.lang });
  const picture = await site.pictures(data);
  return pageOf(site, path, {
    title: data.name,
    description: data.seo.description,
    documentId: data.documentId,
    body: markup` ${picture(data.logo)} ${picture(data.backgroundImage)}
      <p>${data.description}</p>
      ${part('Lives', linksTo(site, withNames(data.lives)))}
      ${part(
        'Products',
        data.products.map(
          ({ documentId, title, cardImage }) =>
            markup`${picture(cardImage)} ${site.link(documentId, title)}`,
        ),
      )}
      ${part('Series', linksTo(site, data.series))}`,
  });
};

export const teacherPage = async (site: Site, path: string, slug: string): Promise<Page> => {
  const { lang } = site.place;
  const { data } = await site.service.ask(getProtagonist, { slug, lang });
  const picture = await site.pictures(data);
  return pageOf(site, path, {
    title: data.name,
    description: data.seo.description,
    documentId: data.documentId,
    body: markup` ${picture(data.image)}
      <div>${new Html(markdown.render(data.cv))}</div>
      ${part('Courses', linksTo(site, withNames(data.courses)))}
      ${part('Masters', linksTo(site, withNames(data.masters)))}
      ${part('Series', linksTo(site, withNames(data.series)))}
      ${part('Lives', linksTo(site, withNames(data.lives)))}`,
  });
};

export const livePage = async (site: Site, path: string, slug: string): Promise<Page> => {
  const { data } = await site.service.ask(getLive, { slug });
  const picture = await site.pictures(data);
  const programs = data.program.map(({ title, row }) => {
    const rows = row.map(
      ({ hour, about, protagonists }) =>
        markup`${hour} ${hour === null ? '' : data.timeZone} ${about}
        ${list(linksTo(site, protagonists))}`,
    );
    return part(title, rows);
  });
  return pageOf(site, path, {
    title: data.title,
    description: null,
    documentId: data.documentId,
    body: markup`${picture(data.image)} ${programs}
    ${part('Teachers', linksTo(site, data.protagonists))}`,
  });
};

export const seriesPage = async (site: Site, path: string, slug: string): Promise<Page> => {
  const { lang, line } = site.place;
  const { data } = await site.service.ask(listSeries, {}, { lang, vertical: line });
  const series = data.find((entry) => entry.slug === slug);
  if (series === undefined) throw new Error(`${line} has no series ${slug} in ${lang}`);
  const picture = await site.pictures(series);
  return pageOf(site, path, {
    title: series.name,
    description: series.seo.description,
    documentId: series.documentId,
    body: markup` ${picture(series.image)}
      <p>${series.description}</p>
      ${part(
        'Episodes',
        series.episodes.map(({ name }) => markup`${name}`),
      )}
      ${part('Channels', linksTo(site, series.channels))}`,
  });
};
