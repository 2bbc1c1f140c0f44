import { defineContentApiRoutes, route } from '#platform/http/route';
import { getSitemap, getSitemapIndex, languageCode, sitemapErrors, sitemapTypes } from './contract';
import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findRequestScope } from '#catalogue/request-scope';
import { getApiAddress } from '#platform/http/api-address';
import { createHttpError } from '#platform/http/errors';
import { createReadHandler } from '#delivery/handler';
import { Json } from '#delivery/json';
import type { View } from '#delivery/view';
import { buildEntryAddress, createSites, type Site } from '../links';
import { linkables, type LinkableUid } from '#catalogue/links/linkables';
import { createSitemapStatements, type EntryRow } from './server/statements';
import { BUSINESS_LINE } from '#catalogue/business-line';
import escapeHtml from 'escape-html';

/** Address in a sitemap, with its alternates in other languages. */
type Entry = {
  address: string;
  /** Date and time in W3C format. */
  modified: string;
  alternates: readonly { language: string; address: string }[];
};

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

const buildElement = (name: string, text: string): string =>
  `<${name}>${escapeHtml(text)}</${name}>`;

const link = ({ language, address }: Entry['alternates'][number]): string =>
  `<xhtml:link rel="alternate" hreflang="${escapeHtml(language)}" href="${escapeHtml(address)}"/>`;

/**
 * Returns a sitemap by https://www.sitemaps.org/protocol.html, with the extension for languages.
 */
const buildSitemap = (entries: readonly Entry[]): string =>
  `${XML_DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n` +
  entries
    .map(
      ({ address, modified, alternates }) =>
        `<url>${buildElement('loc', address)}${buildElement('lastmod', modified)}${alternates.map(link).join('')}</url>\n`,
    )
    .join('') +
  '</urlset>\n';

const buildSitemapIndex = (sitemaps: readonly { address: string; modified: string }[]): string =>
  `${XML_DECLARATION}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
  sitemaps
    .map(
      ({ address, modified }) =>
        `<sitemap>${buildElement('loc', address)}${buildElement('lastmod', modified)}</sitemap>\n`,
    )
    .join('') +
  '</sitemapindex>\n';

const LANGUAGE = 'plugin::i18n.locale';

const types: readonly UID.ContentType[] = [...linkables.map(({ uid }) => uid), BUSINESS_LINE];

/**
 * Number of addresses a sitemap, some 5 MB with alternates. The protocol allows 50,000 and 50 MB.
 */
const ADDRESSES = 10_000;

const createXmlBody = (text: string): Json<string> => new Json<string>([Buffer.from(text)]);

type OmittedTypes = readonly string[] | undefined;

const listShownTypes = (omit: OmittedTypes = []): readonly LinkableUid[] =>
  Object.entries(sitemapTypes).flatMap(([name, uid]) => (omit.includes(name) ? [] : [uid]));

const groupByDocument = (rows: readonly EntryRow[]): EntryRow[][] => {
  const groups = new Map<string, EntryRow[]>();
  for (const row of rows) {
    const key = `${row[0]} ${row[1]}`;
    const existingGroup = groups.get(key);
    if (existingGroup === undefined) groups.set(key, [row]);
    else existingGroup.push(row);
  }
  return [...groups.values()];
};

const createSitemapsController = ({ strapi }: WithStrapi) => {
  const read = createReadHandler({ strapi });
  const sitesOf = createSites({ strapi });
  let statements: ReturnType<typeof createSitemapStatements> | undefined;
  const prepareStatements = () => (statements ??= createSitemapStatements({ strapi }));

  const readLinesWithAddress = async (view: View): Promise<Site[]> =>
    (await sitesOf(view)).filter(({ address }) => address !== null);

  const readLanguages = async (view: View): Promise<string[]> =>
    (await view.readMany(LANGUAGE, languageCode, { sort: ['code'] }))
      .parse()
      .map(({ code }) => code);

  /**
   * Returns the languages of an unlocalized entry: all if its address contains the language,
   * otherwise the line's own.
   */
  const getEntryLanguages = (
    { patterns, language }: Site,
    uid: LinkableUid,
    all: readonly string[],
  ): readonly string[] => (patterns[uid].includes('{lang}') ? all : [language]);

  /** Returns the addresses of an entry, each with the language of its sitemap. */
  const listAddresses = (
    line: Site,
    all: readonly string[],
    rows: readonly EntryRow[],
  ): { language: string; entry: Entry }[] => {
    const versions = rows.flatMap(([uid, , language, slug, type, modified]) =>
      (language === null ? getEntryLanguages(line, uid, all) : [language]).flatMap((code) => {
        const address = buildEntryAddress(line, uid, { slug, lang: code, type });
        return address === null ? [] : [{ language: code, address, modified }];
      }),
    );
    const preferred = versions.filter(({ language }) => language === line.language);
    // Languages with the same address are one page. It is listed under the line's own language if
    // possible.
    const pages = new Map<string, (typeof versions)[number]>();
    for (const version of [...preferred, ...versions]) {
      if (!pages.has(version.address)) pages.set(version.address, version);
    }
    const alternates =
      pages.size === 1
        ? []
        : [...versions, ...preferred.map((version) => ({ ...version, language: 'x-default' }))];
    return [...pages.values()].map(({ language, address }) => {
      const moments = versions.flatMap((version) =>
        version.address === address ? [version.modified] : [],
      );
      const modified = moments.toSorted().at(-1) ?? '';
      return { language, entry: { address, modified, alternates } };
    });
  };

  /** Returns the sitemap entries of a line by language. */
  const readEntries = async (
    view: View,
    line: Site,
    all: readonly string[],
    omit: OmittedTypes,
  ): Promise<Map<string, Entry[]>> => {
    const rows = await view.runStatement<EntryRow>(
      prepareStatements().entries,
      [line.line, listShownTypes(omit)],
      types,
      'content',
    );
    const entries = new Map<string, Entry[]>();
    for (const group of groupByDocument(rows)) {
      for (const { language, entry } of listAddresses(line, all, group)) {
        const existing = entries.get(language);
        if (existing === undefined) entries.set(language, [entry]);
        else existing.push(entry);
      }
    }
    return entries;
  };

  const buildSitemapAddress = (
    { line }: Site,
    lang: string,
    page: number,
    omit: OmittedTypes,
  ): string => {
    const query = [
      ...(omit === undefined ? [] : [`omit=${omit.join(',')}`]),
      ...(page === 1 ? [] : [`page=${page}`]),
    ];
    const address = `${getApiAddress({ strapi })}/sitemaps/${line}/${lang}`;
    return query.length === 0 ? address : `${address}?${query.join('&')}`;
  };

  return {
    index: read(getSitemapIndex, async ({ query: { omit } }, view) => {
      const [lines, all] = await Promise.all([readLinesWithAddress(view), readLanguages(view)]);
      const byLine = await Promise.all(
        lines.map(async (line) => ({ line, entries: await readEntries(view, line, all, omit) })),
      );
      const sitemaps = byLine.flatMap(({ line, entries }) =>
        all.flatMap((lang) => {
          const ownEntries = entries.get(lang) ?? [];
          const modified =
            ownEntries
              .map((entry) => entry.modified)
              .toSorted()
              .at(-1) ?? '';
          const pages = Math.ceil(ownEntries.length / ADDRESSES);
          return Array.from({ length: pages }, (_none, index) => ({
            address: buildSitemapAddress(line, lang, index + 1, omit),
            modified,
          }));
        }),
      );
      return createXmlBody(buildSitemapIndex(sitemaps));
    }),

    one: read(
      getSitemap,
      async ({ params: { vertical, lang }, query: { page = 1, omit } }, view) => {
        await findRequestScope(view, { vertical, lang });
        const [lines, all] = await Promise.all([readLinesWithAddress(view), readLanguages(view)]);
        const line = lines.find((item) => item.line === vertical);
        if (line === undefined) throw createHttpError(sitemapErrors.SITEMAP_NOT_FOUND);
        const entries = (await readEntries(view, line, all, omit)).get(lang) ?? [];
        const pageOfEntries = entries.slice((page - 1) * ADDRESSES, page * ADDRESSES);
        if (page > 1 && pageOfEntries.length === 0)
          throw createHttpError(sitemapErrors.SITEMAP_NOT_FOUND);
        return createXmlBody(buildSitemap(pageOfEntries));
      },
    ),
  };
};

export default {
  controllers: { sitemaps: createSitemapsController },
  routes: {
    'content-api': defineContentApiRoutes(
      route(getSitemapIndex, 'sitemaps.index'),
      route(getSitemap, 'sitemaps.one'),
    ),
  },
};
