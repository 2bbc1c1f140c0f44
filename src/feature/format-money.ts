import { majorUnits, spokenDecimalsOf } from './currency-decimals';

/** Both decimals, always: `1.234` alone could be read two ways, `1.234,00` cannot. */
const EXACT = 2;

const known = new Map<string, Intl.NumberFormat>();

/** Making one takes long, and a list of prices asks for the same again and again. */
const formatOf = (
  language: string,
  currency: string | null,
  decimals: number,
): Intl.NumberFormat => {
  const key = `${language} ${currency ?? ''} ${decimals}`;
  const made =
    known.get(key) ??
    new Intl.NumberFormat(language, {
      // Always said: what a currency has by itself differs between versions of ICU, so between nodes and browsers.
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      // Spanish leaves four digits together by itself.
      useGrouping: 'always',
      ...(currency !== null && { style: 'currency', currency }),
    });
  known.set(key, made);
  return made;
};

/** An amount as it stands in a field: `1.234,50`. */
export const formatAmount = (amount: number, language: string): string =>
  formatOf(language, null, EXACT).format(amount);

/** A price of an entry with its currency, in which nothing can be misread: `1.234,50 €`, `1.234,00 JPY`. */
export const formatMoney = (amount: number, currency: string, language: string): string =>
  formatOf(language, currency, EXACT).format(amount);

/**
 * What the payment provider charges, as people write it: `1.234,50 €`, `1.234 JPY`, `5,120 KWD`.
 *
 * @param amount in the provider's smallest unit
 */
export const formatCharge = (amount: number, currency: string, language: string): string => {
  const money = majorUnits(amount, currency);
  return formatOf(language, currency, spokenDecimalsOf(money, currency)).format(money);
};
