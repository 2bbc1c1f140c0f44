import type { State } from '../../../feature/entries-in-lists';

export type { State };

/** One language of a page. */
export type PageVersion = {
  documentId: string;
  /** The slug of its business line; null: it has none yet. */
  line: string | null;
  locale: string;
  state: State;
  updatedAt: string;
  /** Who saved it last; null: nobody of the panel, or somebody who is gone. */
  updatedBy: string | null;
  /** How much hinders it from being published. */
  hindrances: number;
};

/** The pages of one kind. */
export type PageKind = {
  uid: string;
  name: string;
  mayCreate: boolean;
  versions: readonly PageVersion[];
  /** Those that somebody else may read; they are not missing. */
  hidden: readonly Pick<PageVersion, 'line' | 'locale'>[];
};

/** How many entries of a type there are in a language. */
export type LanguageCount = Readonly<Record<State, number>> & {
  locale: string;
  /** Those that exist in another language only. */
  missing: number;
};

export type TypeCounts = { uid: string; name: string; languages: readonly LanguageCount[] };

export type Overview = {
  lines: readonly { documentId: string; slug: string; name: string }[];
  languages: readonly { code: string; name: string }[];
  pages: readonly PageKind[];
  types: readonly TypeCounts[];
};

/** A page that a business line does not have in a language. */
export type MissingPage = {
  kind: Pick<PageKind, 'uid' | 'name'>;
  line: Overview['lines'][number];
  language: Overview['languages'][number];
};

/** The pages that are missing; those that somebody else may read are not. */
export const missingIn = ({ lines, languages, pages }: Omit<Overview, 'types'>): MissingPage[] =>
  pages.flatMap(({ uid, name, versions, hidden }) =>
    lines.flatMap((line) =>
      languages
        .filter(
          ({ code }) =>
            ![...versions, ...hidden].some((one) => one.line === line.slug && one.locale === code),
        )
        .map((language) => ({ kind: { uid, name }, line, language })),
    ),
  );
