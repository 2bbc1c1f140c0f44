import {
  findLowestPriceBefore,
  type RecordedCurrency,
  type RecordedPrice,
  splitByCurrency,
} from './lowest-price';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 1);

const priceAt = (
  day: number,
  price: string,
  amount: number | null,
  kind = 'EUR once',
): RecordedPrice => ({
  at: START + day * DAY,
  price,
  kind,
  amount,
});

const lowest = (past: readonly RecordedPrice[], amount: number, kind = 'EUR once') =>
  findLowestPriceBefore(past, { kind, amount });

describe('findLowestPriceBefore', () => {
  it.each<[string, readonly RecordedPrice[], number, number | null]>([
    [
      'former price',
      [priceAt(0, 'a', 500), priceAt(40, 'b', 400), priceAt(40, 'a', null)],
      400,
      500,
    ],
    ['no recorded price', [], 400, null],
    ['price never changed', [priceAt(0, 'a', 400)], 400, null],
    ['29 recorded days', [priceAt(0, 'a', 500), priceAt(29, 'a', 400)], 400, null],
    ['exactly 30 recorded days', [priceAt(0, 'a', 500), priceAt(30, 'a', 400)], 400, 500],
    [
      'lower price for one day within 30 days',
      [priceAt(0, 'a', 500), priceAt(50, 'a', 300), priceAt(51, 'a', 500), priceAt(60, 'a', 400)],
      400,
      300,
    ],
    [
      'lower price before the 30 days',
      [priceAt(0, 'a', 300), priceAt(10, 'a', 500), priceAt(60, 'a', 400)],
      400,
      500,
    ],
    [
      'reduction that lasts longer than 30 days',
      [priceAt(0, 'a', 500), priceAt(40, 'a', 400), priceAt(90, 'b', 700)],
      400,
      500,
    ],
    [
      'price replaced by another with the same amount',
      [priceAt(0, 'a', 500), priceAt(40, 'a', 400), priceAt(90, 'b', 400), priceAt(95, 'a', null)],
      400,
      500,
    ],
    [
      'lower price beside it',
      [priceAt(0, 'a', 500), priceAt(0, 'b', 350), priceAt(40, 'a', 400)],
      400,
      350,
    ],
    [
      'price removed in between',
      [priceAt(0, 'a', 500), priceAt(5, 'a', null), priceAt(60, 'b', 400)],
      400,
      null,
    ],
    [
      'price added and removed at the same time',
      [priceAt(0, 'a', 500), priceAt(50, 'b', 1), priceAt(50, 'b', null), priceAt(60, 'a', 400)],
      400,
      500,
    ],
  ])('%s – returns the expected price', (_, past, amount, expected) => {
    expect(lowest(past, amount)).toBe(expected);
  });

  it('prices of several kinds – compares only the same currency and interval', () => {
    const past = [
      priceAt(0, 'a', 500),
      priceAt(0, 'm', 50, 'EUR month 1'),
      priceAt(0, 'u', 90, 'USD once'),
      priceAt(40, 'a', 400),
    ];
    expect(lowest(past, 400)).toBe(500);
    expect(lowest(past, 50, 'EUR month 1')).toBeNull();
  });

  it('less than 30 days in the currency – returns null', () => {
    const inUSD = (day: number, amount: number) => priceAt(day, 'a USD', amount, 'USD once');
    const lowestInUSD = (...days: number[]) =>
      findLowestPriceBefore(
        [priceAt(0, 'a', 500), ...days.map((day, index) => inUSD(day, 120 - index))].map(
          (record) => ({
            ...record,
            currency: record.kind.slice(0, 3),
          }),
        ),
        { kind: 'USD once', amount: 121 - days.length, currency: 'USD' },
      );
    expect(lowestInUSD(40, 69)).toBeNull();
    expect(lowestInUSD(40, 70)).toBe(120);
  });
});

const publishedAt = (day: number, amount: number | null): RecordedPrice => ({
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

const lowestPublished = (
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
  const past = [publishedAt(0, 500), publishedAt(100, 400)];

  it('currency never changed – returns the former price', () => {
    expect(lowestPublished(past, [], 400, 'EUR')).toBe(500);
    expect(lowestPublished(past, [currencyAt(50, 'EUR')], 400, 'EUR')).toBe(500);
    expect(
      lowestPublished(past, [currencyAt(-50, null), currencyAt(-50, 'EUR', false)], 400, 'EUR'),
    ).toBe(500);
  });

  it('only the currency changed – returns null', () => {
    const changed = [currencyAt(0, 'EUR'), currencyAt(60, 'MXN')];
    expect(lowestPublished([publishedAt(0, 500)], changed, 500, 'MXN')).toBeNull();
  });

  it('amounts in the former currency – are ignored', () => {
    const cheap = [publishedAt(0, 50), publishedAt(60, 900), publishedAt(100, 800)];
    expect(lowestPublished(cheap, [currencyAt(0, 'EUR'), currencyAt(60, 'MXN')], 800, 'MXN')).toBe(
      900,
    );
    // Both are within the thirty days. Only amounts in the current currency count.
    expect(lowestPublished(cheap, [currencyAt(0, 'EUR'), currencyAt(90, 'MXN')], 800, 'MXN')).toBe(
      900,
    );
    expect(
      lowestPublished(cheap, [currencyAt(0, 'EUR'), currencyAt(100, 'MXN')], 800, 'MXN'),
    ).toBeNull();
  });

  it('currency of the setting changed – matters only for lines without their own currency', () => {
    const setting = [
      currencyAt(0, 'EUR', false),
      currencyAt(0, null),
      currencyAt(60, 'MXN', false),
    ];
    expect(lowestPublished([publishedAt(0, 500)], setting, 500, 'MXN')).toBeNull();
    const lineCurrency = [
      currencyAt(0, 'EUR', false),
      currencyAt(0, 'EUR'),
      currencyAt(60, 'MXN', false),
    ];
    expect(lowestPublished(past, lineCurrency, 400, 'EUR')).toBe(500);
  });

  it('currency changed back – returns the former price', () => {
    const currencyChanges = [currencyAt(0, 'EUR'), currencyAt(20, 'MXN'), currencyAt(40, 'EUR')];
    expect(lowestPublished(past, currencyChanges, 400, 'EUR')).toBe(500);
  });

  it('price unpublished in between – returns null', () => {
    const pastPrices = [publishedAt(0, 500), publishedAt(10, null), publishedAt(60, 400)];
    expect(lowestPublished(pastPrices, [currencyAt(0, 'EUR')], 400, 'EUR')).toBeNull();
    expect(
      lowestPublished(pastPrices, [currencyAt(0, 'EUR'), currencyAt(20, 'MXN')], 400, 'MXN'),
    ).toBeNull();
  });
});
