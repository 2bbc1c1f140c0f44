import type { State } from '#catalogue/entry-summary';

const LIST = '/content-manager/collection-types';

const inLanguage = (locale: string): string => `?plugins[i18n][locale]=${locale}`;

/** Values of the content manager's status filter. */
const statuses: Readonly<Record<State, string>> = {
  published: 'published-unmodified',
  modified: 'published-modified',
  draft: 'draft',
};

/** Returns the address of the list of a type's entries in a language and state. */
export const listAddress = (uid: string, locale: string, state: State): string =>
  `${LIST}/${uid}${inLanguage(locale)}&filters[$and][0][__status][$eq]=${statuses[state]}`;

/**
 * Returns the address of the list of entries that are missing in a language, shown in another one.
 */
export const buildMissingEntriesAddress = (
  uid: string,
  missingLanguage: string,
  shownLanguage: string,
): string =>
  `${LIST}/${uid}${inLanguage(shownLanguage)}&question=without-language:${missingLanguage}`;

export const buildPagePreviewAddress = (uid: string, documentId: string, locale: string): string =>
  `${LIST}/${uid}/${documentId}/preview${inLanguage(locale)}`;

export type { State };

/** Page in one language. */
export type PageVersion = {
  documentId: string;
  /** Slug of its business line; null if it has none. */
  line: string | null;
  locale: string;
  state: State;
  updatedAt: string;
  /** Name of the last author; null if a deleted user or no panel user saved it. */
  updatedBy: string | null;
  /** Number of errors that prevent its publication. */
  entryErrors: number;
};

/** Pages of one kind. */
export type PageKind = {
  uid: string;
  name: string;
  mayCreate: boolean;
  versions: readonly PageVersion[];
  /** Versions that only other users may read. They do not count as missing. */
  hidden: readonly Pick<PageVersion, 'line' | 'locale'>[];
};

/** Numbers of a type's entries in a language, by state. */
export type LanguageCount = Readonly<Record<State, number>> & {
  locale: string;
  /** Number of entries that exist only in other languages. */
  missing: number;
};

export type TypeCounts = { uid: string; name: string; languages: readonly LanguageCount[] };

export type Overview = {
  lines: readonly { documentId: string; slug: string; name: string }[];
  languages: readonly { code: string; name: string }[];
  pages: readonly PageKind[];
  types: readonly TypeCounts[];
};

/** Page that a business line lacks in a language. */
export type MissingPage = {
  kind: Pick<PageKind, 'uid' | 'name'>;
  line: Overview['lines'][number];
  language: Overview['languages'][number];
};

/** Returns the missing pages. Pages that only other users may read are not missing. */
export const findMissingPages = ({
  lines,
  languages,
  pages,
}: Omit<Overview, 'types'>): MissingPage[] =>
  pages.flatMap(({ uid, name, versions, hidden }) =>
    lines.flatMap((line) =>
      languages
        .filter(
          ({ code }) =>
            ![...versions, ...hidden].some(
              (entry) => entry.line === line.slug && entry.locale === code,
            ),
        )
        .map((language) => ({ kind: { uid, name }, line, language })),
    ),
  );
