import { FILES, questionFor, type Group } from '../health';

export const HEALTH = '/plugins/health';

export const PAYMENT_PRODUCTS = `${HEALTH}/payment-products`;

/** Where entries are published that pages wait for. */
export const WAITING = `${HEALTH}/waiting`;

/** Where pages are made of others (`src/plugins/quality/site-overview`). */
export const SITE = '/plugins/site';

/** Where links that lead nowhere are mended (`src/plugins/quality/dead-links`). */
export const DEAD_LINKS = '/plugins/dead-links';

/** Where the panel lists what a group is made of. */
export const groupAddress = (group: Group): string => {
  if (group.uid === FILES) return `${HEALTH}/files/${group.code}`;
  const locale = group.locale === null ? '' : `&plugins[i18n][locale]=${group.locale}`;
  return `/content-manager/collection-types/${group.uid}?page=1&question=${questionFor(group)}${locale}`;
};

/** Where the entries of a group are exported, to be mended in the file and imported again (`src/plugins/tables/import-export`). */
export const fileAddress = (group: Group): string => {
  const query = new URLSearchParams({
    uid: group.uid,
    list: new URLSearchParams({ question: questionFor(group) }).toString(),
    ...(group.locale !== null && { locale: group.locale }),
  });
  return `/plugins/import-export?${query.toString()}`;
};

/** Where the pictures are described that have no text in a language (`src/plugins/media/pictures`). */
export const undescribedAddress = ({ locale }: Group): string =>
  `/plugins/undescribed-pictures${locale === null ? '' : `?locale=${encodeURIComponent(locale)}`}`;

/** Where entries are shown somewhere (`src/plugins/tables/bulk-edit`). */
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

/** The form of an entry, at one of its places where one is given. */
export const formAddress = ({ uid, documentId, locale, at = '' }: Formed): string => {
  const query = new URLSearchParams({
    ...(at !== '' && { at }),
    ...(locale !== null && { 'plugins[i18n][locale]': locale }),
  }).toString();
  return `/content-manager/collection-types/${uid}/${documentId}${query === '' ? '' : `?${query}`}`;
};

type Formed = { uid: string; documentId: string; locale: string | null; at?: string };
