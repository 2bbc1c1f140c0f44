import fc from 'fast-check';
import { compareClocks, WATCH_SESSION, type ClockComparison } from './clock';

const NOW = 1_800_000_000_000;

/** Compares often enough for a node to count as wrong. */
const compareAhead = (clock: ClockComparison, ahead: number, others: readonly string[]): void => {
  for (let count = 0; count < 4; count += 1) {
    clock.compare({ before: NOW + ahead, database: NOW, after: NOW + ahead + 1, others });
  }
};

const createLog = () => ({ warn: jest.fn(), info: jest.fn() });

describe('compareClocks', () => {
  it('any response time – reports no difference that the response time explains', () => {
    const skew = fc.integer({ min: -60_000, max: 60_000 });
    fc.assert(
      fc.property(skew, fc.nat(10_000), fc.nat(10_000), (ahead, toDatabase, back) => {
        const clock = compareClocks(createLog());
        const before = NOW + ahead;
        const after = before + toDatabase + back;
        clock.compare({ before, database: NOW + toDatabase, after, others: [] });
        expect(Math.abs(clock.skew())).toBeLessThanOrEqual(Math.abs(ahead));
        expect(Math.abs(clock.skew() - ahead)).toBeLessThanOrEqual(toDatabase + back);
        expect(Math.sign(clock.skew())).not.toBe(-Math.sign(ahead) || NaN);
      }),
    );
  });

  it('15 s ahead, then right – warns once and is right again afterwards', () => {
    const log = createLog();
    const clock = compareClocks(log);
    compareAhead(clock, 15_000, [WATCH_SESSION]);
    expect(log.warn.mock.calls).toEqual([
      ['database: the clock of this node is 15.0 s ahead of the clock of the database'],
    ]);
    expect(clock.isRight()).toBe(false);
    clock.compare({ before: NOW, database: NOW, after: NOW + 1, others: [] });
    expect(clock.isRight()).toBe(true);
    expect(log.info).toHaveBeenCalledTimes(1);
  });

  it('no other node with the difference – is not right', () => {
    for (const others of [
      [],
      [WATCH_SESSION],
      [`${WATCH_SESSION}, clock +15000 ms`, WATCH_SESSION],
    ]) {
      const clock = compareClocks(createLog());
      compareAhead(clock, 15_000, others);
      expect([others, clock.isRight()]).toEqual([others, false]);
    }
  });

  it('large difference on all nodes – each stays right and warns once about the database', () => {
    const wide = fc.integer({ min: 2_001, max: 10 ** 9 });
    const ahead = fc.oneof(
      wide,
      wide.map((milliseconds) => -milliseconds),
    );
    fc.assert(
      fc.property(ahead, fc.integer({ min: -900, max: 900 }), (skew, deviation) => {
        const otherClock = compareClocks(createLog());
        compareAhead(otherClock, skew + deviation, []);
        const log = createLog();
        const clock = compareClocks(log);
        compareAhead(clock, skew, [otherClock.session()]);
        expect(clock.isRight()).toBe(true);
        const databaseWarnings = log.warn.mock.calls.filter(([message]) =>
          String(message).includes('the clock of the database is wrong'),
        );
        expect(databaseWarnings).toHaveLength(Math.abs(clock.skew()) > 5_000 ? 1 : 0);
      }),
    );
  });

  it('response without a time – changes nothing', () => {
    const clock = compareClocks(createLog());
    clock.compare({ before: NOW, database: NaN, after: NOW, others: [] });
    expect(clock.isRight()).toBe(true);
  });
});
