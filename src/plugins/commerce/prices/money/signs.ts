import { currencies } from './currencies';

const languages = ['en', 'es'];

const symbolsOf = (currency: string): string[] =>
  languages.flatMap((language) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .filter(({ type }) => type === 'currency')
        .map(({ value }) => normal(value)),
    ),
  );

/** Some symbols have spaces in them, of several kinds. */
const normal = (sign: string): string => sign.replace(/\s/gu, ' ').toUpperCase();

let known: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The currencies that a sign can stand for; there are hundreds of signs, which few people type. */
const meanings = (): ReadonlyMap<string, ReadonlySet<string>> => {
  if (known !== undefined) return known;
  const found = new Map<string, Set<string>>();
  for (const currency of currencies) {
    for (const sign of [currency, ...symbolsOf(currency)]) {
      found.set(sign, (found.get(sign) ?? new Set()).add(currency));
    }
  }
  known = found;
  return found;
};

/** Whether people write this for a currency: its symbol in English or Spanish, or its code. */
export const isSign = (sign: string): boolean => meanings().has(normal(sign));

/** Whether a sign can stand for a currency: `$` does for USD and for MXN. */
export const canMean = (sign: string, currency: string): boolean =>
  meanings().get(normal(sign))?.has(currency) === true;
