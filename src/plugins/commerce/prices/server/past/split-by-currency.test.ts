import { splitByCurrency, type RecordedCurrency } from './split-by-currency';
import { findLowestPriceBefore, type RecordedPrice } from './lowest-price';

const DAY = 24 * 60 * 60 * 1000;

const priceAt = (day: number, amount: number | null): RecordedPrice => ({
  at: day * DAY,
  price: 'fullPrice',
  kind: 'fullPrice',
  amount,
});

const currencyAt = (day: number, currency: string | null, isOwn = true): RecordedCurrency => ({
  at: day * DAY,
  isOwn,
  currency,
});

const lowest = (
  past: readonly RecordedPrice[],
  currencies: readonly RecordedCurrency[],
  amount: number,
  now: string,
) =>
  findLowestPriceBefore(splitByCurrency(past, currencies, now), {
    kind: `fullPrice ${now}`,
    amount,
  });

describe('lowest published price after a change of currency', () => {
  const past = [priceAt(0, 500), priceAt(100, 400)];

  it('currency never changed – returns the former price', () => {
    expect(lowest(past, [], 400, 'EUR')).toBe(500);
    expect(lowest(past, [currencyAt(50, 'EUR')], 400, 'EUR')).toBe(500);
    expect(lowest(past, [currencyAt(-50, null), currencyAt(-50, 'EUR', false)], 400, 'EUR')).toBe(
      500,
    );
  });

  it('only the currency changed – returns null', () => {
    const changed = [currencyAt(0, 'EUR'), currencyAt(60, 'MXN')];
    expect(lowest([priceAt(0, 500)], changed, 500, 'MXN')).toBeNull();
  });

  it('amounts in the former currency – are ignored', () => {
    const cheap = [priceAt(0, 50), priceAt(60, 900), priceAt(100, 800)];
    expect(lowest(cheap, [currencyAt(0, 'EUR'), currencyAt(60, 'MXN')], 800, 'MXN')).toBe(900);
    // Both are within the thirty days. Only amounts in the current currency count.
    expect(lowest(cheap, [currencyAt(0, 'EUR'), currencyAt(90, 'MXN')], 800, 'MXN')).toBe(900);
    expect(lowest(cheap, [currencyAt(0, 'EUR'), currencyAt(100, 'MXN')], 800, 'MXN')).toBeNull();
  });

  it('currency of the setting changed – matters only for lines without their own currency', () => {
    const setting = [
      currencyAt(0, 'EUR', false),
      currencyAt(0, null),
      currencyAt(60, 'MXN', false),
    ];
    expect(lowest([priceAt(0, 500)], setting, 500, 'MXN')).toBeNull();
    const lineCurrency = [
      currencyAt(0, 'EUR', false),
      currencyAt(0, 'EUR'),
      currencyAt(60, 'MXN', false),
    ];
    expect(lowest(past, lineCurrency, 400, 'EUR')).toBe(500);
  });

  it('currency changed back – returns the former price', () => {
    const currencyChanges = [currencyAt(0, 'EUR'), currencyAt(20, 'MXN'), currencyAt(40, 'EUR')];
    expect(lowest(past, currencyChanges, 400, 'EUR')).toBe(500);
  });

  it('price unpublished in between – returns null', () => {
    const pastPrices = [priceAt(0, 500), priceAt(10, null), priceAt(60, 400)];
    expect(lowest(pastPrices, [currencyAt(0, 'EUR')], 400, 'EUR')).toBeNull();
    expect(
      lowest(pastPrices, [currencyAt(0, 'EUR'), currencyAt(20, 'MXN')], 400, 'MXN'),
    ).toBeNull();
  });
});
