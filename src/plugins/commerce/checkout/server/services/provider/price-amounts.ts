import type Stripe from 'stripe';

type Priced = Pick<Stripe.Price, 'currency' | 'unit_amount' | 'currency_options' | 'recurring'>;

/**
 * Returns what a price costs in a currency, in lower case; null: it has no fixed amount in it, for the customer names it, or it is
 * charged by what is used. Other currencies than its own are only known where `currency_options` were asked for.
 */
export const amountIn = (
  { currency, unit_amount: own, currency_options: options = {}, recurring }: Priced,
  code: string,
): number | null => {
  if (recurring?.usage_type === 'metered') return null;
  return code === currency ? own : (options[code]?.unit_amount ?? null);
};

/** Returns the currencies besides its own in which a price has a fixed amount. */
export const otherCurrenciesOf = (price: Priced): string[] =>
  Object.keys(price.currency_options ?? {}).filter(
    (code) => code !== price.currency && amountIn(price, code) !== null,
  );
