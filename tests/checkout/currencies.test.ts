import { currencies, refusalOf } from '../../sandbox/pay/currencies';
import { getDecimals, toMajorUnits, toSmallestUnits } from '#catalogue/money/currencies';
import { formatCharge, formatMoney } from '#catalogue/money/format-money';

const rows = [...currencies];

/** Returns only the digits and separators of a text. */
const digitsOf = (text: string): string =>
  text.replace(/[^\d.,]/gu, '').replace(/^[.,]|[.,]$/g, '');

const withoutFractions = ['ISK', 'UGX'];

describe.each(rows)('%s', (currency, decimals) => {
  it("getDecimals – code in any case – returns the provider's decimals", () => {
    expect([getDecimals(currency), getDecimals(currency.toLowerCase())]).toEqual([
      decimals,
      decimals,
    ]);
  });

  it('toMajorUnits – whole amount – amount in the currency', () => {
    expect(toMajorUnits(1_234 * 10 ** decimals, currency)).toBe(1_234);
  });

  it('toSmallestUnits – price of an entry – amount that the provider accepts, or null', () => {
    for (const amount of [1_234, 1_234.5, 1_234.56]) {
      const units = toSmallestUnits(amount, currency);
      const fractionDigits = withoutFractions.includes(currency) ? 0 : decimals;
      const isPossible = Number(amount.toFixed(fractionDigits)) === amount;
      expect(units).toBe(isPossible ? Math.round(amount * 10 ** decimals) : null);
      expect(units === null ? null : refusalOf(units, currency)).toBeNull();
    }
  });

  it('formatCharge – whole amount – constant number of decimals', () => {
    const shownDecimals = withoutFractions.includes(currency) ? 0 : decimals;
    const zeros = '0'.repeat(shownDecimals);
    const amount = 1_234 * 10 ** decimals;
    const texts = ['en', 'es'].map((language) =>
      digitsOf(formatCharge(amount, currency.toLowerCase(), language)),
    );
    expect(texts).toEqual(
      shownDecimals === 0 ? ['1,234', '1.234'] : [`1,234.${zeros}`, `1.234,${zeros}`],
    );
  });

  it('formatMoney – price of an entry – two decimals', () => {
    expect(digitsOf(formatMoney(1_234, currency, 'es'))).toBe('1.234,00');
  });
});

it.each([
  [39_000_000, 'cop', '390.000,00'],
  [390_000, 'rsd', '3.900,00'],
  [5_120, 'kwd', '5,120'],
  [500, 'jpy', '500'],
  [500, 'isk', '5'],
  // The provider never charges this amount; formatting must not round it.
  [550, 'isk', '5,50'],
  [0, 'eur', '0,00'],
])('formatCharge – %i %s – %s', (amount, currency, expected) => {
  expect(digitsOf(formatCharge(amount, currency, 'es'))).toBe(expected);
});
