import type { Entry } from '#feature/publishing-rules';
import { isTrue } from './entry-values';

/** Returns the instant at which a sale starts again automatically; null if it does not. */
const getRestartTime = ({ onSaleAgainAt }: Entry): number | null => {
  if (typeof onSaleAgainAt !== 'string' && !(onSaleAgainAt instanceof Date)) return null;
  const moment = new Date(onSaleAgainAt).getTime();
  return Number.isNaN(moment) ? null : moment;
};

/**
 * Returns whether a product, from the database or a form, is off sale. It is on sale again from its
 * date on, without a publication.
 *
 * @param now milliseconds since 1970
 */
export const isOffSaleAt = (product: Entry, now: number): boolean => {
  if (!isTrue(product, 'isOffSale')) return false;
  const moment = getRestartTime(product);
  return moment === null || moment > now;
};

/** Returns whether a product is on sale again although it is still marked as off sale. */
export const isOnSaleAgainAt = (product: Entry, now: number): boolean =>
  isTrue(product, 'isOffSale') && !isOffSaleAt(product, now);

/** Returns whether checkout refuses to sell a product: it is announced, or off sale. */
export const isWithheldAt = (product: Entry, now: number): boolean =>
  isTrue(product, 'isSoon') || isOffSaleAt(product, now);

/** Returns whether a product stays off sale until somebody publishes it: it has no date. */
export const isOffSaleWithoutDate = (product: Entry): boolean =>
  isTrue(product, 'isOffSale') && getRestartTime(product) === null;

/**
 * Returns whether the sale of a product begins only with another publication: it is announced, or
 * off sale without a date.
 */
export const isWithheldUntilPublished = (product: Entry): boolean =>
  isTrue(product, 'isSoon') || isOffSaleWithoutDate(product);
