import { FILES, questionFor, type Group } from '../health';

export const HEALTH = '/plugins/health';

export const PAYMENT_PRODUCTS = `${HEALTH}/payment-products`;

/** Page that publishes the entries that pages wait for. */
export const WAITING = `${HEALTH}/waiting`;

/** Page that copies pages (`src/plugins/quality/site-overview`). */
export const SITE = '/plugins/site';

/** Page that fixes broken links (`src/plugins/quality/dead-links`). */
export const DEAD_LINKS = '/plugins/dead-links';

/** Returns the address of the list of a group's entries or files. */
export const groupAddress = (group: Group): string => {
  if (group.uid === FILES) return `${HEALTH}/files/${group.code}`;
  const locale = group.locale === null ? '' : `&plugins[i18n][locale]=${group.locale}`;
  return `/content-manager/collection-types/${group.uid}?page=1&question=${questionFor(group)}${locale}`;
};

/**
 * Returns the address that exports a group's entries, to be fixed in a file and imported
 * (`src/plugins/tables/import-export`).
 */
export const fileAddress = (group: Group): string => {
  const query = new URLSearchParams({
    uid: group.uid,
    list: new URLSearchParams({ question: questionFor(group) }).toString(),
    ...(group.locale !== null && { locale: group.locale }),
  });
  return `/plugins/import-export?${query.toString()}`;
};

/**
 * Returns the address of the pictures without an alternative text in a language
 * (`src/plugins/media/pictures`).
 */
export const undescribedAddress = ({ locale }: Group): string =>
  `/plugins/undescribed-pictures${locale === null ? '' : `?locale=${encodeURIComponent(locale)}`}`;

/** Returns the address of the page that adds entries to pages (`src/plugins/tables/bulk-edit`). */
export const placesAddress = (
  { uid, locale }: Pick<Group, 'uid' | 'locale'>,
  documents: readonly string[],
): string => {
  const query = new URLSearchParams({
    ...(locale !== null && { locale }),
    documents: documents.join(','),
  });
  return `/plugins/bulk-edit/${uid}/places?${query.toString()}`;
};

/** Returns the address of an entry's form, at a field if one is given. */
export const formAddress = ({ uid, documentId, locale, at = '' }: Formed): string => {
  const query = new URLSearchParams({
    ...(at !== '' && { at }),
    ...(locale !== null && { 'plugins[i18n][locale]': locale }),
  }).toString();
  return `/content-manager/collection-types/${uid}/${documentId}${query === '' ? '' : `?${query}`}`;
};

type Formed = { uid: string; documentId: string; locale: string | null; at?: string };
