/** Both decimals, always: `1.234` alone could be read two ways, `1.234,00` cannot. */
const exact = {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  // Spanish leaves four digits together by itself.
  useGrouping: 'always',
} as const;

const known = new Map<string, Intl.NumberFormat>();

/** Making one takes long, and a list of prices asks for the same again and again. */
const formatOf = (language: string, currency: string | null): Intl.NumberFormat => {
  const key = `${language} ${currency ?? ''}`;
  const made =
    known.get(key) ??
    new Intl.NumberFormat(
      language,
      currency === null ? exact : { ...exact, style: 'currency', currency },
    );
  known.set(key, made);
  return made;
};

/** An amount of a currency's smallest unit, cents for example, in the currency itself; some have no smaller one. */
export const majorUnits = (amount: number, currency: string): number => {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return amount / 10 ** maximumFractionDigits;
};

/** An amount as it stands in a field: `1.234,50`. */
export const formatAmount = (amount: number, language: string): string =>
  formatOf(language, null).format(amount);

/** An amount with its currency, as people write it: `1.234,50 €`. */
export const formatMoney = (amount: number, currency: string, language: string): string =>
  formatOf(language, currency).format(amount);
