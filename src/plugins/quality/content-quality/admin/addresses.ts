import { FILES, questionFor, type Group } from '../health';

/** Page of the to-do list. */
export const HEALTH = '/plugins/to-do';

export const PAYMENT_PRODUCTS = `${HEALTH}/payment-products`;

/** Page that publishes the entries that pages wait for. */
export const WAITING = `${HEALTH}/waiting`;

/** Returns the address of the list of a group's entries or files. */
export const groupAddress = (group: Group): string => {
  if (group.uid === FILES) return `${HEALTH}/files/${group.code}`;
  const locale = group.locale === null ? '' : `&plugins[i18n][locale]=${group.locale}`;
  return `/content-manager/collection-types/${group.uid}?page=1&question=${questionFor(group)}${locale}`;
};
