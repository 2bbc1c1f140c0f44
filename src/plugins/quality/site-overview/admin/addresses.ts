import type { State } from '../overview';

const LIST = '/content-manager/collection-types';

const inLanguage = (locale: string): string => `?plugins[i18n][locale]=${locale}`;

/** As the content manager's filter by status calls it. */
const statuses: Readonly<Record<State, string>> = {
  published: 'published-unmodified',
  modified: 'published-modified',
  draft: 'draft',
};

/** Where the panel lists what became of a type's entries in a language. */
export const listAddress = (uid: string, locale: string, state: State): string =>
  `${LIST}/${uid}${inLanguage(locale)}&filters[$and][0][__status][$eq]=${statuses[state]}`;

/** Where it lists, in a language that they have, the entries that are missing in another one. */
export const missingAddress = (uid: string, missing: string, shown: string): string =>
  `${LIST}/${uid}${inLanguage(shown)}&question=without-language:${missing}`;

/** Where it shows the form of an entry; `create` for one that is not there yet. */
export const formAddress = (uid: string, documentId: string, locale: string): string =>
  `${LIST}/${uid}/${documentId}${inLanguage(locale)}`;

/** Where it shows the preview of an entry beside its form. */
export const previewAddress = (uid: string, documentId: string, locale: string): string =>
  `${LIST}/${uid}/${documentId}/preview${inLanguage(locale)}`;
