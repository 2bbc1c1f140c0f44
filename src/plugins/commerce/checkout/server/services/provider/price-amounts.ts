import type Stripe from 'stripe';

type Priced = Pick<Stripe.Price, 'currency' | 'unit_amount' | 'currency_options' | 'recurring'>;

/**
 * Returns the amount of a price in a currency (lower case), or null if it has no fixed amount in
 * it. Prices with a customer-chosen amount, and metered prices, have none. Currencies other than
 * its own are known only if `currency_options` was expanded.
 */
export const amountIn = (
  { currency, unit_amount: own, currency_options: options = {}, recurring }: Priced,
  code: string,
): number | null => {
  if (recurring?.usage_type === 'metered') return null;
  return code === currency ? own : (options[code]?.unit_amount ?? null);
};

/** Returns the other currencies in which a price has a fixed amount. */
export const otherCurrenciesOf = (price: Priced): string[] =>
  Object.keys(price.currency_options ?? {}).filter(
    (code) => code !== price.currency && amountIn(price, code) !== null,
  );
