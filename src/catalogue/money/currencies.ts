/** Codes of the ISO 4217 currencies in use. Codes for funds, metals and tests are left out. */
export const currencies: readonly string[] = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF ' +
  'CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD ' +
  'HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD ' +
  'LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK ' +
  'PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS ' +
  'TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
).split(' ');

const knownCodes: ReadonlySet<string> = new Set(currencies);

/** Returns whether a value is an ISO 4217 currency code in capitals. */
export const isCurrency = (value: unknown): value is string =>
  typeof value === 'string' && knownCodes.has(value);

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
export const getDecimals = (currency: string): number => {
  const code = currency.toUpperCase();
  if (ZERO_DECIMAL.has(code)) return 0;
  return THREE_DECIMAL.has(code) ? 3 : 2;
};

/** Converts an amount from the provider's smallest unit, such as cents, to the currency. */
export const toMajorUnits = (amount: number, currency: string): number =>
  amount / 10 ** getDecimals(currency);

/**
 * Converts an amount of a currency to the provider's smallest unit. Null: the currency has fewer
 * decimals than the amount.
 */
export const toSmallestUnits = (amount: number, currency: string): number | null => {
  if (WITHOUT_FRACTIONS.has(currency.toUpperCase()) && !Number.isInteger(amount)) return null;
  const units = amount * 10 ** getDecimals(currency);
  const roundedUnits = Math.round(units);
  // Cents have no exact binary form.
  return Math.abs(units - roundedUnits) < 1e-6 * Math.max(1, roundedUnits) ? roundedUnits : null;
};

/** Returns the usual number of decimals for an amount; never so few that the amount is rounded. */
export const getDisplayDecimals = (amount: number, currency: string): number =>
  WITHOUT_FRACTIONS.has(currency.toUpperCase()) && Number.isInteger(amount)
    ? 0
    : getDecimals(currency);

const languages = ['en', 'es'];

const listSymbols = (currency: string): string[] =>
  languages.flatMap((language) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .filter(({ type }) => type === 'currency')
        .map(({ value }) => normalizeSymbol(value)),
    ),
  );

/** Normalizes the spaces in a symbol. */
const normalizeSymbol = (symbol: string): string => symbol.replace(/\s/gu, ' ').toUpperCase();

let cache: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Returns the currencies by symbol. Computed on first use, because there are hundreds of symbols. */
const getCurrenciesBySymbol = (): ReadonlyMap<string, ReadonlySet<string>> => {
  if (cache !== undefined) return cache;
  const currenciesBySymbol = new Map<string, Set<string>>();
  for (const currency of currencies) {
    for (const symbol of [currency, ...listSymbols(currency)]) {
      currenciesBySymbol.set(symbol, (currenciesBySymbol.get(symbol) ?? new Set()).add(currency));
    }
  }
  cache = currenciesBySymbol;
  return currenciesBySymbol;
};

/** Returns whether a text is a currency's symbol in English or Spanish, or its code. */
export const isCurrencySymbol = (symbol: string): boolean =>
  getCurrenciesBySymbol().has(normalizeSymbol(symbol));

/** Returns whether a symbol can denote a currency: `$` denotes USD and MXN. */
export const isSymbolOf = (symbol: string, currency: string): boolean =>
  getCurrenciesBySymbol().get(normalizeSymbol(symbol))?.has(currency) === true;
