import { toMajorUnits, getDisplayDecimals } from './currencies';

/** Always two decimals: `1.234` alone is ambiguous, `1.234,00` is not. */
const EXACT = 2;

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Cached, because creating a format is slow and a list of prices needs the same ones repeatedly.
 */
const formatOf = (
  language: string,
  currency: string | null,
  decimals: number,
): Intl.NumberFormat => {
  const key = `${language} ${currency ?? ''} ${decimals}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      // Always set, because the defaults of currencies differ between versions of ICU, and thus
      // between nodes and browsers.
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      // By default, Spanish does not group four digits.
      useGrouping: 'always',
      ...(currency !== null && { style: 'currency', currency }),
    });
  formats.set(key, format);
  return format;
};

/** Returns an amount as a field shows it: `1.234,50`. */
export const formatAmount = (amount: number, language: string): string =>
  formatOf(language, null, EXACT).format(amount);

/**
 * Returns a price of an entry with its currency, in an unambiguous form: `1.234,50 €`, `1.234,00
 * JPY`.
 */
export const formatMoney = (amount: number, currency: string, language: string): string =>
  formatOf(language, currency, EXACT).format(amount);

/**
 * Returns a provider's price as people write it: `1.234,50 €`, `1.234 JPY`, `5,120 KWD`.
 *
 * @param amount in the provider's smallest unit
 */
export const formatCharge = (amount: number, currency: string, language: string): string => {
  const money = toMajorUnits(amount, currency);
  return formatOf(language, currency, getDisplayDecimals(money, currency)).format(money);
};
