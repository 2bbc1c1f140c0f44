/**
 * The payment provider's rules for amounts. ICU has other ones, which change with its version: it writes COP, HUF or ISK without
 * decimals, while the provider counts their hundredths.
 *
 * Source: https://docs.stripe.com/currencies#zero-decimal
 */
const ZERO_DECIMAL = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);

const THREE_DECIMAL = new Set('BHD JOD KWD OMR TND'.split(' '));

/** Counted in hundredths, as they once were, and charged in whole units only. HUF and TWD are so in payouts alone. */
const WITHOUT_FRACTIONS = new Set('ISK UGX'.split(' '));

/** How many digits of the provider's amounts stand behind the decimal point, by the currency's code in any case. */
export const decimalsOf = (currency: string): number => {
  const code = currency.toUpperCase();
  if (ZERO_DECIMAL.has(code)) return 0;
  return THREE_DECIMAL.has(code) ? 3 : 2;
};

/** An amount in the provider's smallest unit, cents for example, in the currency itself. */
export const majorUnits = (amount: number, currency: string): number =>
  amount / 10 ** decimalsOf(currency);

/** How many decimals people write of an amount in the currency itself; never so few that it is rounded. */
export const spokenDecimalsOf = (amount: number, currency: string): number =>
  WITHOUT_FRACTIONS.has(currency.toUpperCase()) && Number.isInteger(amount)
    ? 0
    : decimalsOf(currency);
