import type { State } from '../overview';

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
export const missingAddress = (uid: string, missing: string, shown: string): string =>
  `${LIST}/${uid}${inLanguage(shown)}&question=without-language:${missing}`;

/** Returns the address of an entry's preview. */
export const previewAddress = (uid: string, documentId: string, locale: string): string =>
  `${LIST}/${uid}/${documentId}/preview${inLanguage(locale)}`;
