import { FILES, questionFor, type Group } from '../health';

export const HEALTH = '/plugins/health';

export const PAYMENT_PRODUCTS = `${HEALTH}/payment-products`;

/** Where links that lead nowhere are mended (`src/plugins/dead-links`). */
export const DEAD_LINKS = '/plugins/dead-links';

/** Where the panel lists what a group is made of. */
export const groupAddress = (group: Group): string => {
  if (group.uid === FILES) return `${HEALTH}/files/${group.code}`;
  const locale = group.locale === null ? '' : `&plugins[i18n][locale]=${group.locale}`;
  return `/content-manager/collection-types/${group.uid}?page=1&question=${questionFor(group)}${locale}`;
};

/** Where the entries of a group are exported, to be mended in the file and imported again (`src/plugins/import-export`). */
export const fileAddress = (group: Group): string => {
  const query = new URLSearchParams({
    uid: group.uid,
    list: new URLSearchParams({ question: questionFor(group) }).toString(),
    ...(group.locale !== null && { locale: group.locale }),
  });
  return `/plugins/import-export?${query.toString()}`;
};

/** Where the pictures are described that have no text in a language (`src/plugins/pictures`). */
export const undescribedAddress = ({ locale }: Group): string =>
  `/plugins/undescribed-pictures${locale === null ? '' : `?locale=${encodeURIComponent(locale)}`}`;
