import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Core } from '@strapi/types';
import escape from 'escape-html';
import { previewLink } from '../../src/plugins/preview';
import { personOf } from '../../src/platform/strapi/actor';
import { startPageStyle } from './start-page-style';
import { languageOf, startPageTexts, type StartPageTexts } from './start-page-texts';
import type { SignIn } from './users';

type WithStrapi = { strapi: Core.Strapi };

/** A stand-in beside the service: its name in the terminal and its URL. */
export type Beside = { name: string; url: string };

type Shown = {
  uid: 'api::home-page.home-page' | 'api::product.product';
  named: 'vertical' | 'title';
};

/** Documents that the page previews: home pages and some products. */
const SHOWN: readonly Shown[] = [
  { uid: 'api::home-page.home-page', named: 'vertical' },
  { uid: 'api::product.product', named: 'title' },
];

const EACH = 3;

const LOOPBACK = /^(?:::1|(?:::ffff:)?127[.])/;

type Entry = { documentId: string; locale?: string; title?: string; vertical?: { name?: string } };

type Link = { title: string; url: string };

/**
 * Returns preview URLs for the demo's administrator. They are created for each page view, because
 * they expire after one hour.
 */
const previews = async (
  { strapi }: WithStrapi,
  { homeOf }: StartPageTexts,
  signIns: readonly SignIn[],
): Promise<readonly Link[]> => {
  const { email = '' } = signIns.find(({ role }) => role === 'administrator') ?? {};
  const person = await personOf({ strapi }, { email });
  if (person === null) return [];
  const as = { user: person.user.id, ability: person.ability };
  const found = await Promise.all(
    SHOWN.map(async ({ uid, named }) => {
      const entries: unknown = await strapi.db.query(uid).findMany({
        where: { publishedAt: null, locale: 'es' },
        populate: named === 'vertical' ? { vertical: true } : {},
        orderBy: { id: 'asc' },
        limit: EACH,
      });
      return Promise.all(
        (entries as Entry[]).map(async ({ documentId, locale, title, vertical }) => {
          const version = { documentId, ...(locale !== undefined && { locale }) };
          const url = await previewLink({ strapi }, as, uid, version);
          return url === null ? [] : [{ title: title ?? homeOf(vertical?.name ?? ''), url }];
        }),
      );
    }),
  );
  return found.flat(2);
};

const link = (url: string, title: string): string =>
  `<li><a href="${escape(url)}">${escape(title)}</a></li>`;

const card = (title: string, text: string, body: string): string =>
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
    const said = [email, ...(isHere ? [password] : [])];
    return `<tr><th scope="row">${escape(texts.roles[role] ?? role)}</th><td>${said
      .map((one) => `<code>${escape(one)}</code>`)
      .join('')}</td></tr>`;
  });
  const drafts = await previews({ strapi }, texts, signIns);
  const cards = [
    card(
      texts.panel.title,
      isHere ? texts.panel.text : texts.panel.textElsewhere,
      `<a class="go" href="/admin">${escape(texts.panel.go)}</a><table>${people.join('')}</table>`,
    ),
    card(
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
    card(
      texts.previews.title,
      texts.previews.text,
      `<ul>${drafts.map(({ url, title }) => link(url, title)).join('')}</ul>`,
    ),
    card(
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
    render({ strapi }, languageOf(req.headers['accept-language']), { ...demo, isHere }).then(
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
