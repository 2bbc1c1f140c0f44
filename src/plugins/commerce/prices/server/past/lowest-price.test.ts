import { findLowestPriceBefore, type RecordedPrice } from './lowest-price';

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

describe('lowestPriceBefore', () => {
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
        [priceAt(0, 'a', 500), ...days.map((day, at) => inUSD(day, 120 - at))].map((record) => ({
          ...record,
          currency: record.kind.slice(0, 3),
        })),
        { kind: 'USD once', amount: 121 - days.length, currency: 'USD' },
      );
    expect(lowestInUSD(40, 69)).toBeNull();
    expect(lowestInUSD(40, 70)).toBe(120);
  });
});
