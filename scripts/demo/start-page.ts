import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Core } from '@strapi/types';
import escape from 'escape-html';
import { buildPreviewLink } from '#plugins/preview';
import { findPerson } from '#platform/strapi/actor';
import { pickLanguage, startPageTexts, type StartPageTexts } from './start-page-texts';
import type { SignIn } from './users';

/** Stylesheet of the demo's start page. */
const startPageStyle = `
:root { --ink: #16202b; --soft: #56636f; --line: #e3e8ee; --paper: #f6f8fa; --accent: #243b6b; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 1120px; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.75rem, 4vw, 2.5rem); letter-spacing: -.015em; line-height: 1.15; }
.lead { max-width: 46rem; margin: 0 0 2rem; color: var(--soft); }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); }
section { padding: 1.25rem 1.5rem 1.5rem; background: #fff; border: 1px solid var(--line); border-radius: 14px; }
h2 { margin: 0; font-size: 1.125rem; }
section p { margin: .25rem 0 1rem; color: var(--soft); }
a { color: var(--accent); overflow-wrap: anywhere; }
a.go { display: inline-block; padding: .55rem 1.1rem; margin-bottom: 1rem; border-radius: 8px; background: var(--accent); color: #fff; font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid #8aa4dc; outline-offset: 2px; }
ul { margin: 0; padding-left: 1.1rem; }
li { margin: .3rem 0; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th { width: 38%; font-weight: 600; }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
td code { display: block; font-size: .85rem; white-space: nowrap; }
`;

type WithStrapi = { strapi: Core.Strapi };

/** A stand-in beside the service: its name in the terminal and its URL. */
export type Beside = { name: string; url: string };

type PageContent = {
  uid: 'api::home-page.home-page' | 'api::product.product';
  titleField: 'vertical' | 'title';
};

/** Documents that the page previews: home pages and some products. */
const SHOWN: readonly PageContent[] = [
  { uid: 'api::home-page.home-page', titleField: 'vertical' },
  { uid: 'api::product.product', titleField: 'title' },
];

const EACH = 3;

const LOOPBACK = /^(?:::1|(?:::ffff:)?127[.])/;

type Entry = { documentId: string; locale?: string; title?: string; vertical?: { name?: string } };

type Link = { title: string; url: string };

/**
 * Returns preview URLs for the demo's administrator. They are created for each page view, because
 * they expire after one hour.
 */
const createPreviewLinks = async (
  { strapi }: WithStrapi,
  { homeOf }: StartPageTexts,
  signIns: readonly SignIn[],
): Promise<readonly Link[]> => {
  const { email = '' } = signIns.find(({ role }) => role === 'administrator') ?? {};
  const person = await findPerson({ strapi }, { email });
  if (person === null) return [];
  const as = { user: person.user.id, ability: person.ability };
  const previewLists = await Promise.all(
    SHOWN.map(async ({ uid, titleField }) => {
      const entries: unknown = await strapi.db.query(uid).findMany({
        where: { publishedAt: null, locale: 'es' },
        populate: titleField === 'vertical' ? { vertical: true } : {},
        orderBy: { id: 'asc' },
        limit: EACH,
      });
      return Promise.all(
        (entries as Entry[]).map(async ({ documentId, locale, title, vertical }) => {
          const version = { documentId, ...(locale !== undefined && { locale }) };
          const url = await buildPreviewLink({ strapi }, as, uid, version);
          return url === null ? [] : [{ title: title ?? homeOf(vertical?.name ?? ''), url }];
        }),
      );
    }),
  );
  return previewLists.flat(2);
};

const link = (url: string, title: string): string =>
  `<li><a href="${escape(url)}">${escape(title)}</a></li>`;

const renderCard = (title: string, text: string, body: string): string =>
  `<section><h2>${escape(title)}</h2><p>${escape(text)}</p>${body}</section>`;

type Demo = { signIns: readonly SignIn[]; beside: readonly Beside[] };

/** @param isHere true for a visitor on this machine; others do not see the passwords */
const render = async (
  { strapi }: WithStrapi,
  language: keyof typeof startPageTexts,
  { signIns, beside, isHere }: Demo & { isHere: boolean },
): Promise<string> => {
  const texts = startPageTexts[language];
  const people = signIns.map(({ role, email, password }) => {
    const credentials = [email, ...(isHere ? [password] : [])];
    return `<tr><th scope="row">${escape(texts.roles[role] ?? role)}</th><td>${credentials
      .map((credential) => `<code>${escape(credential)}</code>`)
      .join('')}</td></tr>`;
  });
  const drafts = await createPreviewLinks({ strapi }, texts, signIns);
  const cards = [
    renderCard(
      texts.panel.title,
      isHere ? texts.panel.text : texts.panel.textElsewhere,
      `<a class="go" href="/admin">${escape(texts.panel.go)}</a><table>${people.join('')}</table>`,
    ),
    renderCard(
      texts.api.title,
      texts.api.text,
      `<a class="go" href="/docs">${escape(texts.api.go)}</a><ul>${[
        '/api/home-pages/full-populate?lang=es&vertical=medicina',
        '/api/products/allProducts?lang=es&vertical=medicina',
        '/api/search?q=sutura&lang=es',
        '/api/openapi.json',
      ]
        .map((url) => link(url, url))
        .join('')}</ul>`,
    ),
    renderCard(
      texts.previews.title,
      texts.previews.text,
      `<ul>${drafts.map(({ url, title }) => link(url, title)).join('')}</ul>`,
    ),
    renderCard(
      texts.beside.title,
      texts.beside.text,
      `<ul>${beside.map(({ url, name }) => link(url, texts.standIns[name] ?? name)).join('')}</ul>`,
    ),
  ];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(texts.title)}</title><style>${startPageStyle}</style></head><body><main><h1>${escape(texts.title)}</h1><p class="lead">${escape(texts.lead)}</p><div class="cards">${cards.join('')}</div></main></body></html>`;
};

/**
 * Serves a start page at `/` that links to everything in the demo, instead of the panel's login.
 */
export const installStartPage = ({ strapi }: WithStrapi, demo: Demo): void => {
  const server: Server = strapi.server.httpServer;
  const others = server.listeners('request') as ((
    req: IncomingMessage,
    res: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (req.method !== 'GET' || req.url?.split('?')[0] !== '/') {
      for (const other of others) other.call(server, req, res);
      return;
    }
    const isHere = LOOPBACK.test(req.socket.remoteAddress ?? '');
    render({ strapi }, pickLanguage(req.headers['accept-language']), { ...demo, isHere }).then(
      (page) =>
        res
          .writeHead(200, {
            'Content-Type': 'text/html; charset=utf-8',
            'Cache-Control': 'no-store',
          })
          .end(page),
      (error: unknown) => {
        strapi.log.error(error);
        res.writeHead(302, { Location: '/admin' }).end();
      },
    );
  });
};
