import type Stripe from 'stripe';

type Priced = Pick<Stripe.Price, 'currency' | 'unit_amount' | 'currency_options' | 'recurring'>;

/**
 * Returns the amount of a price in a currency (lower case), or null if it has no fixed amount in
 * it. Prices with a customer-chosen amount, and metered prices, have none. Currencies other than
 * its own are known only if `currency_options` was expanded.
 */
export const findFixedAmount = (
  { currency, unit_amount: unitAmount, currency_options: options = {}, recurring }: Priced,
  code: string,
): number | null => {
  if (recurring?.usage_type === 'metered') return null;
  return code === currency ? unitAmount : (options[code]?.unit_amount ?? null);
};

/** Returns the fixed amounts of a price by currency (lower case), its own currency first. */
export const listFixedAmounts = (price: Priced): ReadonlyMap<string, number> => {
  const codes = new Set([price.currency, ...Object.keys(price.currency_options ?? {})]);
  return new Map(
    [...codes].flatMap((code): [string, number][] => {
      const amount = findFixedAmount(price, code);
      return amount === null ? [] : [[code, amount]];
    }),
  );
};

/** Returns whether a price has other currencies than its own, with or without a fixed amount. */
export const hasOtherCurrencies = ({ currency, currency_options: options = {} }: Priced): boolean =>
  Object.keys(options).some((code) => code !== currency);

/** Metadata key of the number of payments, in both spellings. */
const INSTALMENTS = /^install?ments$/;

const MOST_INSTALMENTS = 60;

/**
 * Returns all values under this key. The provider's dashboard accepts keys in any case and with
 * spaces.
 */
const listInstalmentCounts = (metadata: Stripe.Metadata): string[] =>
  Object.entries(metadata)
    .filter(([key]) => INSTALMENTS.test(key.trim().toLowerCase()))
    .map(([, value]) => value.trim());

const getMetadata = (product: Stripe.Price['product']): Stripe.Metadata =>
  typeof product === 'string' || product.deleted === true ? {} : product.metadata;

const isCount = (text: string): boolean => {
  const number = Number(text);
  return /^\d+$/.test(text) && number >= 2 && number <= MOST_INSTALMENTS;
};

/**
 * Number of payments of a price. `count` null: one payment, or no end. `unclear`: unusable text.
 */
type Instalments = { count: number | null } | { unclear: string };

/**
 * Reads the number of payments of a price from its metadata. It is unclear if the metadata hold
 * anything but one number from 2 to 60. It is also unclear if only the expanded product mentions
 * instalments: such a recurring price would be charged for ever.
 */
export const parseInstalments = ({
  type,
  metadata,
  product,
}: Pick<Stripe.Price, 'type' | 'metadata' | 'product'>): Instalments => {
  if (type !== 'recurring') return { count: null };
  const counts = [...new Set(listInstalmentCounts(metadata))];
  const [count] = counts;
  if (count === undefined) {
    const [ofProduct] = listInstalmentCounts(getMetadata(product));
    return ofProduct === undefined ? { count: null } : { unclear: ofProduct };
  }
  return counts.length === 1 && isCount(count)
    ? { count: Number(count) }
    : { unclear: counts.join(', ') };
};
