import type Stripe from 'stripe';

/** What metadata at the provider call the number of payments in which a price is paid, in either spelling. */
const INSTALMENTS = /^install?ments$/;

const MOST_INSTALMENTS = 60;

/** Everything that metadata say about instalments; the provider's dashboard takes keys in any case and with spaces. */
const countsIn = (metadata: Stripe.Metadata): string[] =>
  Object.entries(metadata)
    .filter(([key]) => INSTALMENTS.test(key.trim().toLowerCase()))
    .map(([, value]) => value.trim());

const metadataOf = (product: Stripe.Price['product']): Stripe.Metadata =>
  typeof product === 'string' || product.deleted === true ? {} : product.metadata;

const isCount = (said: string): boolean => {
  const number = Number(said);
  return /^\d+$/.test(said) && number >= 2 && number <= MOST_INSTALMENTS;
};

/** In how many payments a price is paid; null: at once, or without an end. */
export type Instalments = { count: number | null } | { unclear: string };

/**
 * Reads in how many payments a price is paid. It is unclear where the metadata of the price say anything else than one number
 * from 2 to 60, and where only its product, expanded, says that there are instalments: sold like this, a recurring price
 * would be charged for ever.
 */
export const instalmentsIn = ({
  type,
  metadata,
  product,
}: Pick<Stripe.Price, 'type' | 'metadata' | 'product'>): Instalments => {
  if (type !== 'recurring') return { count: null };
  const said = [...new Set(countsIn(metadata))];
  const [count] = said;
  if (count === undefined) {
    const [ofProduct] = countsIn(metadataOf(product));
    return ofProduct === undefined ? { count: null } : { unclear: ofProduct };
  }
  return said.length === 1 && isCount(count)
    ? { count: Number(count) }
    : { unclear: said.join(', ') };
};
