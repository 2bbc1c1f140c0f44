/**
 * Returns the text of an amount in a currency's main unit, such as the prices that editors write.
 *
 * @param currency Code of ISO 4217: `currency` of the business line
 */
export const formatAmount = (amount: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);

/** Returns the text of a price that the checkout charges (`/checkout/prices`). */
export const formatPrice = (
  price: { amount: number; currency: string; decimals: number },
  locale: string,
): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: price.currency,
    // The payment provider's digits: those of `Intl` differ for some currencies.
    minimumFractionDigits: price.decimals,
    maximumFractionDigits: price.decimals,
  }).format(price.amount / 10 ** price.decimals);

/**
 * Returns what a product costs by the prices that editors wrote, per period for a subscription;
 * `undefined` without a price.
 */
export const totalPrice = (product: {
  purchaseType?: string | null;
  fullPrice?: number | null;
  tuitionPrice?: number | null;
  instalmentsPrice?: number | null;
}): number | undefined => {
  const { purchaseType, fullPrice, tuitionPrice, instalmentsPrice } = product;
  const isInParts =
    purchaseType === 'instalments' || (!purchaseType && typeof instalmentsPrice === 'number');
  const prices = isInParts ? [fullPrice] : [fullPrice, tuitionPrice];
  const knownPrices = prices.filter((price) => typeof price === 'number');
  return knownPrices.length === 0 ? undefined : Math.min(...knownPrices);
};

/** Returns whether a product is off sale. The sale starts again automatically at its date. */
export const isOffSale = (
  product: { isOffSale?: boolean | null; onSaleAgainAt?: string | null },
  now: Date = new Date(),
): boolean =>
  product.isOffSale === true &&
  (typeof product.onSaleAgainAt !== 'string' || new Date(product.onSaleAgainAt) > now);

/**
 * Returns the text of a moment, in the time zone of the reader or in the one that is given.
 *
 * @param moment As the service writes it: `2026-03-02T09:15:00.000Z`
 */
export const formatDate = (
  moment: string,
  locale: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'short' },
): string => new Intl.DateTimeFormat(locale, options).format(new Date(moment));
