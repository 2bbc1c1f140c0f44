import { currencies } from './currencies';

const languages = ['en', 'es'];

const symbolsOf = (currency: string): string[] =>
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
const currenciesOfSymbols = (): ReadonlyMap<string, ReadonlySet<string>> => {
  if (cache !== undefined) return cache;
  const currenciesBySymbol = new Map<string, Set<string>>();
  for (const currency of currencies) {
    for (const symbol of [currency, ...symbolsOf(currency)]) {
      currenciesBySymbol.set(symbol, (currenciesBySymbol.get(symbol) ?? new Set()).add(currency));
    }
  }
  cache = currenciesBySymbol;
  return currenciesBySymbol;
};

/** Returns whether a text is a currency's symbol in English or Spanish, or its code. */
export const isCurrencySymbol = (symbol: string): boolean =>
  currenciesOfSymbols().has(normalizeSymbol(symbol));

/** Returns whether a symbol can denote a currency: `$` denotes USD and MXN. */
export const isSymbolOf = (symbol: string, currency: string): boolean =>
  currenciesOfSymbols().get(normalizeSymbol(symbol))?.has(currency) === true;
