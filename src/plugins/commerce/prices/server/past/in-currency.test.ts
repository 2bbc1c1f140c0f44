import { inCurrencies, type NotedCurrency } from './in-currency';
import { lowestPriceBefore, type RecordedPrice } from './lowest';

const DAY = 24 * 60 * 60 * 1000;

const published = (day: number, amount: number | null): RecordedPrice => ({
  at: day * DAY,
  price: 'fullPrice',
  kind: 'fullPrice',
  amount,
});

const noted = (day: number, currency: string | null, isOwn = true): NotedCurrency => ({
  at: day * DAY,
  isOwn,
  currency,
});

const lowest = (
  past: readonly RecordedPrice[],
  currencies: readonly NotedCurrency[],
  amount: number,
  now: string,
) => lowestPriceBefore(inCurrencies(past, currencies, now), { kind: `fullPrice ${now}`, amount });

describe('the lowest published price, where a business line changes its currency', () => {
  const past = [published(0, 500), published(100, 400)];

  it('should be that of before where it never did', () => {
    expect(lowest(past, [], 400, 'EUR')).toBe(500);
    expect(lowest(past, [noted(50, 'EUR')], 400, 'EUR')).toBe(500);
    expect(lowest(past, [noted(-50, null), noted(-50, 'EUR', false)], 400, 'EUR')).toBe(500);
  });

  it('should be nothing while only the currency has become another', () => {
    const changed = [noted(0, 'EUR'), noted(60, 'MXN')];
    expect(lowest([published(0, 500)], changed, 500, 'MXN')).toBeNull();
  });

  it('should not be an amount of the former currency', () => {
    const cheap = [published(0, 50), published(60, 900), published(100, 800)];
    expect(lowest(cheap, [noted(0, 'EUR'), noted(60, 'MXN')], 800, 'MXN')).toBe(900);
    // Both are within the thirty days. Only amounts in the current currency count.
    expect(lowest(cheap, [noted(0, 'EUR'), noted(90, 'MXN')], 800, 'MXN')).toBe(900);
    expect(lowest(cheap, [noted(0, 'EUR'), noted(100, 'MXN')], 800, 'MXN')).toBeNull();
  });

  it('should be told apart by the setting where the line says nothing, and by its own word where it does', () => {
    const setting = [noted(0, 'EUR', false), noted(0, null), noted(60, 'MXN', false)];
    expect(lowest([published(0, 500)], setting, 500, 'MXN')).toBeNull();
    const own = [noted(0, 'EUR', false), noted(0, 'EUR'), noted(60, 'MXN', false)];
    expect(lowest(past, own, 400, 'EUR')).toBe(500);
  });

  it('should come back with a currency that comes back', () => {
    const there = [noted(0, 'EUR'), noted(20, 'MXN'), noted(40, 'EUR')];
    expect(lowest(past, there, 400, 'EUR')).toBe(500);
  });

  it('should leave nothing asked where nothing was published any more', () => {
    const gone = [published(0, 500), published(10, null), published(60, 400)];
    expect(lowest(gone, [noted(0, 'EUR')], 400, 'EUR')).toBeNull();
    expect(lowest(gone, [noted(0, 'EUR'), noted(20, 'MXN')], 400, 'MXN')).toBeNull();
  });
});
