import type { Output } from '#platform/http/endpoint';
import {
  listBusinessLines,
  listLanguages,
  listReferences,
} from '#plugins/site/references/contract';
import { listRedirects } from '#plugins/site/redirects/contract';
import { markup, type Html } from './html';
import type { Service } from './service';

export type Reference = Output<typeof listReferences>['data'][number];

export type BusinessLine = Output<typeof listBusinessLines>['data'][number];

/** The types whose entries have pages, and the names of their sections. */
const sections = {
  'api::product.product': 'products',
  'api::channel.channel': 'channels',
  'api::series.series': 'series',
  'api::protagonist.protagonist': 'teachers',
  'api::live.live': 'lives',
} as const;

export type PagedType = keyof typeof sections;

const isPaged = (uid: string): uid is PagedType => uid in sections;

export const pagedTypes = Object.keys(sections).filter(isPaged);

/** A place on the site: a business line in a language. */
export type SitePage = { line: string; lang: string };

export type Version = Reference['languages'][number];

/** Returns the version of an entry for a language; entries without languages are shown in each. */
const versionIn = ({ languages }: Reference, lang: string): Version | undefined =>
  languages.find(({ locale }) => locale === lang || locale === null);

/** Reads the entries, lines and languages that addresses consist of. */
export const readCatalogue = async ({ ask }: Service) => {
  const [lines, languages, redirects, ...lists] = await Promise.all([
    ask(listBusinessLines),
    ask(listLanguages),
    ask(listRedirects),
    ...pagedTypes.map((uid) => ask(listReferences, {}, { uid })),
  ]);
  const references = lists.flatMap(({ data }) => data);
  const byId = new Map(references.map((reference) => [reference.documentId, reference]));

  const isOn = ({ vertical }: Version, line: string): boolean => vertical?.includes(line) ?? true;

  const pathOf = (uid: PagedType, slug: string, { line, lang }: SitePage): string =>
    `/${line}/${lang}/${sections[uid]}/${slug}`;

  /** Returns the address of an entry's page: on the linking site, or else on the first of its own. */
  const addressOf = (documentId: string, { line, lang }: SitePage): string | null => {
    const reference = byId.get(documentId);
    if (reference === undefined || !isPaged(reference.uid)) return null;
    const version = versionIn(reference, lang);
    if (version?.slug === undefined || version.slug === null) return null;
    const on = isOn(version, line) ? line : version.vertical?.[0];
    return on === undefined ? null : pathOf(reference.uid, version.slug, { line: on, lang });
  };

  return {
    lines: lines.data,
    languages: languages.data,
    redirects: redirects.data,
    references,
    pathOf,
    addressOf,

    /** Returns a link to an entry's page; its name alone without one. */
    link: (place: SitePage, documentId: string, name: string): Html => {
      const address = addressOf(documentId, place);
      return address === null ? markup`${name}` : markup`<a href="${address}">${name}</a>`;
    },

    /** Returns the entries of a type with a page at a place, and their slugs. */
    pagesOf: (uid: PagedType, { line, lang }: SitePage) =>
      references
        .filter((reference) => reference.uid === uid)
        .flatMap((reference) => {
          const version = versionIn(reference, lang);
          if (version?.slug === undefined || version.slug === null) return [];
          return isOn(version, line)
            ? [{ documentId: reference.documentId, slug: version.slug }]
            : [];
        }),

    /** Returns the target of an editor's link: an external address, or the entry with its last slug. */
    writtenLink: (place: SitePage, address: string): string | null => {
      if (/^https?:\/\//.test(address)) return address;
      const slug = address.split('/').at(-1);
      const reference = references.find(({ languages: all }) =>
        all.some((entry) => entry.slug === slug),
      );
      return reference === undefined ? null : addressOf(reference.documentId, place);
    },
  };
};

export type Catalogue = Awaited<ReturnType<typeof readCatalogue>>;
