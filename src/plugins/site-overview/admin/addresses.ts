const LIST = '/content-manager/collection-types';

const inLanguage = (locale: string): string => `?plugins[i18n][locale]=${locale}`;

/** Where the panel lists a type in a language. */
export const listAddress = (uid: string, locale: string): string =>
  `${LIST}/${uid}${inLanguage(locale)}`;

/** Where it shows the form of an entry; `create` for one that is not there yet. */
export const formAddress = (uid: string, documentId: string, locale: string): string =>
  `${LIST}/${uid}/${documentId}${inLanguage(locale)}`;

/** Where it shows the preview of an entry beside its form. */
export const previewAddress = (uid: string, documentId: string, locale: string): string =>
  `${LIST}/${uid}/${documentId}/preview${inLanguage(locale)}`;
