import { getJsonLd } from '#plugins/site/json-ld/contract';
import type { Catalogue, SitePage } from './catalogue';
import { markup, Html } from './html';
import { picturesOf, type ShowPicture } from './pictures';
import type { Service } from './service';

/** The common data of all pages. */
export type Site = {
  service: Service;
  catalogue: Catalogue;
  place: SitePage;
  /** Renders the pictures of a response. */
  pictures: (answer: unknown) => Promise<ShowPicture>;
  link: (documentId: string, name: string) => Html;
};

export const siteAt = (
  service: Service,
  catalogue: Catalogue,
  place: SitePage,
  api: string,
): Site => ({
  service,
  catalogue,
  place,
  pictures: (answer) => picturesOf({ ask: service.ask, api, lang: place.lang }, answer),
  link: (documentId, name) => catalogue.link(place, documentId, name),
});

/** A page of a site: its path, and the whole document. */
export type Page = { path: string; text: string };

type Content = {
  title: string;
  description: string | null;
  body: Html;
  /** The entry of the page. */
  documentId?: string;
};

/** Returns links to the entry in other languages. */
const alternatesOf = ({ catalogue, place }: Site, documentId: string): Html[] =>
  catalogue.languages.flatMap(({ code }) => {
    const address = catalogue.addressOf(documentId, { ...place, lang: code });
    if (address === null) return [];
    return [markup`<link rel="alternate" hreflang="${code}" href="${address}">`];
  });

/** The types with JSON-LD. */
const typesWithJsonLd = ['products', 'teachers', 'lives'];

export const pageOf = async (
  site: Site,
  path: string,
  { title, description, body, documentId }: Content,
): Promise<Page> => {
  const { service, place } = site;
  const { lang, line } = place;
  const isDescribed =
    documentId !== undefined && typesWithJsonLd.includes(path.split('/')[3] ?? '');
  // Unescaped: the service guarantees that its content cannot close the element.
  const jsonLd = isDescribed
    ? new Html(await service.text(getJsonLd, { documentId }, { lang, vertical: line }))
    : null;
  const home = `/${line}/${lang}`;
  const document = markup`<!DOCTYPE html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8">
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        ${description === null ? null : markup`<meta name="description" content="${description}">`}
        ${documentId === undefined ? null : alternatesOf(site, documentId)}
        ${
          jsonLd === null
            ? null
            : markup`<script type="application/ld+json">
                ${jsonLd}
              </script>`
        }
      </head>
      <body>
        <nav aria-label="Site">
          <a href="${home}">Home</a> <a href="${home}/catalogue">Catalogue</a>
        </nav>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `;
  return { path, text: document.text.replace(/[ \t]+$/gm, '') };
};

export const list = (items: readonly Html[]): Html =>
  items.length === 0
    ? markup``
    : markup`<ul>
        ${items.map((item) => markup`<li>${item}</li>`)}
      </ul>`;

/** Returns a section with its heading; nothing if it is empty. */
export const part = (heading: string, items: readonly Html[]): Html =>
  items.length === 0
    ? markup``
    : markup`<section>
        <h2>${heading}</h2>
        ${list(items)}
      </section>`;

type Linked = { documentId: string; name: string };

export const linksTo = ({ link }: Site, entries: readonly Linked[]): Html[] =>
  entries.map(({ documentId, name }) => link(documentId, name));
