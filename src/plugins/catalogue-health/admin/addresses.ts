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
