type Entry = { uid: string; documentId: string; locale?: string | null | undefined };

/**
 * Returns the panel's address of an entry's form.
 *
 * @param documentId an id, `create`, or `clone/` and an id
 * @param at path of the field to open, for example `slides.0.picture`
 */
export const buildEntryFormAddress = ({
  uid,
  documentId,
  locale,
  at = '',
}: Entry & { at?: string }): string => {
  const query = [
    ...(locale ? [`plugins[i18n][locale]=${locale}`] : []),
    ...(at === '' ? [] : [`at=${at}`]),
  ].join('&');
  return `/content-manager/collection-types/${uid}/${documentId}${query === '' ? '' : `?${query}`}`;
};

/** Returns the panel's address of the list of a type, in a locale if it has locales. */
export const listAddress = (uid: string, locale: string | null): string =>
  `/content-manager/collection-types/${uid}${locale === null ? '' : `?plugins[i18n][locale]=${locale}`}`;

/** Returns the part of a list's query that selects entries: filters, search and question. */
export const pickListFilters = (list: string): string =>
  new URLSearchParams(
    [...new URLSearchParams(list)].filter(
      ([name]) => name === '_q' || name === 'question' || name.startsWith('filters['),
    ),
  ).toString();
