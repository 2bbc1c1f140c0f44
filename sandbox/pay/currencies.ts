/**
 * Currencies of the provider, by the number of decimals in its amounts.
 *
 * Source: https://docs.stripe.com/currencies
 */
const byDecimals: Readonly<Record<0 | 2 | 3, string>> = {
  0: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE ' +
    'CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD KES KGS KHR KYD KZT ' +
    'LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN ' +
    'QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP TRY TTD TWD TZS UAH UGX USD UYU UZS WST XCD ' +
    'XCG YER ZAR ZMW',
  3: 'BHD JOD KWD OMR TND',
};

/** Number of decimals in the provider's amounts, by currency. */
export const currencies: ReadonlyMap<string, number> = new Map(
  Object.entries(byDecimals).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(decimals)]),
  ),
);

/**
 * Amounts of these currencies must be divisible by this number, because they have fewer decimals
 * than the provider counts.
 */
const steps: Readonly<Record<string, number>> = { ISK: 100, UGX: 100 };

/** Returns why the provider refuses an amount; null if it accepts it. */
export const refusalOf = (amount: number, currency: string): string | null => {
  const code = currency.toUpperCase();
  const decimals = currencies.get(code);
  if (decimals === undefined) return `Invalid currency: ${currency}.`;
  const step = steps[code] ?? (decimals === 3 ? 10 : 1);
  return amount % step === 0 ? null : `Amounts in ${currency} must be divisible by ${step}.`;
};
