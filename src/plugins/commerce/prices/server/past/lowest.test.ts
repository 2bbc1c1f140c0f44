import { lowestPriceBefore, type RecordedPrice } from './lowest';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 1);

const asked = (
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
  lowestPriceBefore(past, { kind, amount });

describe('the lowest price of the thirty days before a reduction', () => {
  it.each<[string, readonly RecordedPrice[], number, number | null]>([
    [
      'what was asked before',
      [asked(0, 'a', 500), asked(40, 'b', 400), asked(40, 'a', null)],
      400,
      500,
    ],
    ['nothing, where nothing was noted', [], 400, null],
    ['nothing, where it was never another', [asked(0, 'a', 400)], 400, null],
    [
      'nothing, where less than thirty days are known',
      [asked(0, 'a', 500), asked(29, 'a', 400)],
      400,
      null,
    ],
    ['what thirty days to the moment know', [asked(0, 'a', 500), asked(30, 'a', 400)], 400, 500],
    [
      'what was asked for a day within them',
      [asked(0, 'a', 500), asked(50, 'a', 300), asked(51, 'a', 500), asked(60, 'a', 400)],
      400,
      300,
    ],
    [
      'not what was asked before them',
      [asked(0, 'a', 300), asked(10, 'a', 500), asked(60, 'a', 400)],
      400,
      500,
    ],
    [
      'the same for as long as a reduction lasts',
      [asked(0, 'a', 500), asked(40, 'a', 400), asked(90, 'b', 700)],
      400,
      500,
    ],
    [
      'the same although another price of that amount has taken its place',
      [asked(0, 'a', 500), asked(40, 'a', 400), asked(90, 'b', 400), asked(95, 'a', null)],
      400,
      500,
    ],
    [
      'what was asked besides',
      [asked(0, 'a', 500), asked(0, 'b', 350), asked(40, 'a', 400)],
      400,
      350,
    ],
    [
      'nothing of a time when nothing was sold',
      [asked(0, 'a', 500), asked(5, 'a', null), asked(60, 'b', 400)],
      400,
      null,
    ],
    [
      'not what came and went in one moment',
      [asked(0, 'a', 500), asked(50, 'b', 1), asked(50, 'b', null), asked(60, 'a', 400)],
      400,
      500,
    ],
  ])('should be %s', (_, past, amount, expected) => {
    expect(lowest(past, amount)).toBe(expected);
  });

  it('should be that of prices in the same currency that are charged as often', () => {
    const past = [
      asked(0, 'a', 500),
      asked(0, 'm', 50, 'EUR month 1'),
      asked(0, 'u', 90, 'USD once'),
      asked(40, 'a', 400),
    ];
    expect(lowest(past, 400)).toBe(500);
    expect(lowest(past, 50, 'EUR month 1')).toBeNull();
  });

  it('should be nothing until thirty days are recorded in the same currency', () => {
    const inUSD = (day: number, amount: number) => asked(day, 'a USD', amount, 'USD once');
    const lowestInUSD = (...days: number[]) =>
      lowestPriceBefore(
        [asked(0, 'a', 500), ...days.map((day, at) => inUSD(day, 120 - at))].map((one) => ({
          ...one,
          currency: one.kind.slice(0, 3),
        })),
        { kind: 'USD once', amount: 121 - days.length, currency: 'USD' },
      );
    expect(lowestInUSD(40, 69)).toBeNull();
    expect(lowestInUSD(40, 70)).toBe(120);
  });
});
