import type { Core, UID } from '@strapi/types';
import { scopeOf } from '../../../catalogue/scope';
import { apiAddress } from '../../../http/api-address';
import { httpError } from '../../../http/errors';
import { createReadHandler } from '../../../reading/handler';
import { Json } from '../../../reading/json';
import type { View } from '../../../reading/view';
import {
  addressOn,
  createSites,
  linkables,
  VERTICAL,
  type LinkableUid,
  type Site,
} from '../../links';
import { getSitemap, getSitemapIndex, languageCode, sitemapErrors } from '../contract';
import { statementsOf, type CountRow, type EntryRow } from './statements';
import { indexOf, sitemapOf, type Entry } from './xml';

type WithStrapi = { strapi: Core.Strapi };

const LANGUAGE = 'plugin::i18n.locale';

const types: readonly UID.ContentType[] = [...linkables.map(({ uid }) => uid), VERTICAL];

/** Addresses in a sitemap. The protocol allows 50,000 and 50 MB; with their other languages these have some 5 MB. */
const ADDRESSES = 10_000;

const xml = (text: string): Json<string> => new Json<string>([Buffer.from(text)]);

const groupsOf = (rows: readonly EntryRow[]): EntryRow[][] => {
  const groups = new Map<string, EntryRow[]>();
  for (const row of rows) {
    const key = `${row[0]} ${row[1]}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [row]);
    else known.push(row);
  }
  return [...groups.values()];
};

export const sitemapsController = ({ strapi }: WithStrapi) => {
  const read = createReadHandler({ strapi });
  const sitesOf = createSites({ strapi });
  let statements: ReturnType<typeof statementsOf> | undefined;
  const prepared = () => (statements ??= statementsOf({ strapi }));

  /** The business lines with a site. */
  const linesOf = async (view: View): Promise<Site[]> =>
    (await sitesOf(view)).filter(({ address }) => address !== null);

  const languagesOf = async (view: View): Promise<string[]> =>
    (await view.many(LANGUAGE, languageCode, { sort: ['code'] })).parse().map(({ code }) => code);

  /** What has no language is there in each of them where its address names one, and once where it does not. */
  const languagesIn = (
    { patterns, language }: Site,
    uid: LinkableUid,
    all: readonly string[],
  ): readonly string[] => (patterns[uid].includes('{lang}') ? all : [language]);

  const entryIn = (
    line: Site,
    lang: string,
    all: readonly string[],
    rows: readonly EntryRow[],
  ): Entry[] => {
    const versions = rows.flatMap(([uid, , language, slug, type, modified]) =>
      (language === null ? languagesIn(line, uid, all) : [language]).flatMap((code) => {
        const address = addressOn(line, uid, { slug, lang: code, type });
        return address === null ? [] : [{ language: code, address, modified }];
      }),
    );
    const own = versions.find(({ language }) => language === lang);
    if (own === undefined) return [];
    const { address, modified } = own;
    if (versions.length === 1) return [{ address, modified, alternates: [] }];
    const preferred = versions.filter(({ language }) => language === line.language);
    const alternates = [
      ...versions,
      ...preferred.map((version) => ({ ...version, language: 'x-default' })),
    ];
    return [{ address, modified, alternates }];
  };

  const addressOf = ({ line }: Site, lang: string, page: number): string => {
    const address = `${apiAddress({ strapi })}/sitemaps/${line}/${lang}`;
    return page === 1 ? address : `${address}?page=${page}`;
  };

  return {
    index: read(getSitemapIndex, async (_, view) => {
      const [lines, all, counts] = await Promise.all([
        linesOf(view),
        languagesOf(view),
        view.rows<CountRow>(prepared().counts, [], types, 'content'),
      ]);
      const sitemaps = lines.flatMap((line) =>
        all.flatMap((lang) => {
          const own = counts.filter(
            ([slug, uid, language]) =>
              slug === line.line &&
              (language === null ? languagesIn(line, uid, all) : [language]).includes(lang),
          );
          const total = own.reduce((sum, [, , , count]) => sum + count, 0);
          const modified =
            own
              .map(([, , , , moment]) => moment)
              .toSorted()
              .at(-1) ?? '';
          const pages = Math.ceil(total / ADDRESSES);
          return Array.from({ length: pages }, (_none, at) => ({
            address: addressOf(line, lang, at + 1),
            modified,
          }));
        }),
      );
      return xml(indexOf(sitemaps));
    }),

    one: read(getSitemap, async ({ params: { vertical, lang }, query: { page = 1 } }, view) => {
      await scopeOf(view, { vertical, lang });
      const [lines, all] = await Promise.all([linesOf(view), languagesOf(view)]);
      const line = lines.find((one) => one.line === vertical);
      if (line === undefined) throw httpError(sitemapErrors.SITEMAP_NOT_FOUND);
      const rows = await view.rows<EntryRow>(prepared().entries, [vertical], types, 'content');
      const entries = groupsOf(rows).flatMap((group) => entryIn(line, lang, all, group));
      const shown = entries.slice((page - 1) * ADDRESSES, page * ADDRESSES);
      if (page > 1 && shown.length === 0) throw httpError(sitemapErrors.SITEMAP_NOT_FOUND);
      return xml(sitemapOf(shown));
    }),
  };
};
