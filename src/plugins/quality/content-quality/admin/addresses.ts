import { FILES, questionFor, type Group } from '../content-quality';

/** Page of the to-do list. */
export const TO_DO = '/plugins/to-do';

export const PAYMENT_PRODUCTS = `${TO_DO}/payment-products`;

/** Page that publishes the entries that pages wait for. */
export const WAITING = `${TO_DO}/waiting`;

/** Returns the address of the list of a group's entries or files. */
export const groupAddress = (group: Group): string => {
  if (group.uid === FILES) return `${TO_DO}/files/${group.code}`;
  const locale = group.locale === null ? '' : `&plugins[i18n][locale]=${group.locale}`;
  return `/content-manager/collection-types/${group.uid}?page=1&question=${questionFor(group)}${locale}`;
};
