/**
 * The payment provider's rules for amounts. ICU's rules differ and change with its version: it
 * writes COP, HUF or ISK without decimals, while the provider counts in hundredths.
 *
 * Source: https://docs.stripe.com/currencies#zero-decimal
 */
const ZERO_DECIMAL = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);

const THREE_DECIMAL = new Set('BHD JOD KWD OMR TND'.split(' '));

/**
 * Counted in hundredths for historical reasons, but charged in whole units only. HUF and TWD have
 * this rule in payouts only.
 */
const WITHOUT_FRACTIONS = new Set('ISK UGX'.split(' '));

/**
 * Returns the number of decimals in the provider's amounts of a currency. The code's case is
 * ignored.
 */
export const decimalsOf = (currency: string): number => {
  const code = currency.toUpperCase();
  if (ZERO_DECIMAL.has(code)) return 0;
  return THREE_DECIMAL.has(code) ? 3 : 2;
};

/** Converts an amount from the provider's smallest unit, such as cents, to the currency. */
export const majorUnits = (amount: number, currency: string): number =>
  amount / 10 ** decimalsOf(currency);

/**
 * Converts an amount of a currency to the provider's smallest unit. Null: the currency has fewer
 * decimals than the amount.
 */
export const smallestUnits = (amount: number, currency: string): number | null => {
  const units = amount * 10 ** decimalsOf(currency);
  const roundedUnits = Math.round(units);
  // Cents have no exact binary form.
  return Math.abs(units - roundedUnits) < 1e-6 * Math.max(1, roundedUnits) ? roundedUnits : null;
};

/** Returns the usual number of decimals for an amount; never so few that the amount is rounded. */
export const displayDecimalsOf = (amount: number, currency: string): number =>
  WITHOUT_FRACTIONS.has(currency.toUpperCase()) && Number.isInteger(amount)
    ? 0
    : decimalsOf(currency);
