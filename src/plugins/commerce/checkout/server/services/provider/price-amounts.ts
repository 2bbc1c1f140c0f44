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

/** Returns the fixed amounts of a price by currency (lower case), its own currency first. */
export const fixedAmountsOf = (price: Priced): ReadonlyMap<string, number> => {
  const codes = new Set([price.currency, ...Object.keys(price.currency_options ?? {})]);
  return new Map(
    [...codes].flatMap((code): [string, number][] => {
      const amount = amountIn(price, code);
      return amount === null ? [] : [[code, amount]];
    }),
  );
};

/** Returns whether a price has other currencies than its own, with or without a fixed amount. */
export const hasOtherCurrencies = ({ currency, currency_options: options = {} }: Priced): boolean =>
  Object.keys(options).some((code) => code !== currency);
