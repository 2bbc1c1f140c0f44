import fc from 'fast-check';
import { compareClocks } from './clock';

const NOW = 1_800_000_000_000;

const createLog = () => ({ warn: jest.fn(), info: jest.fn() });

describe('compareClocks', () => {
  it('any answer time – no difference is reported that the answer time explains', () => {
    const skew = fc.integer({ min: -60_000, max: 60_000 });
    fc.assert(
      fc.property(skew, fc.nat(10_000), fc.nat(10_000), (ahead, toDatabase, back) => {
        const clock = compareClocks(createLog());
        const before = NOW + ahead;
        clock.compare({ before, database: NOW + toDatabase, after: before + toDatabase + back });
        expect(Math.abs(clock.skew())).toBeLessThanOrEqual(Math.abs(ahead));
        expect(Math.abs(clock.skew() - ahead)).toBeLessThanOrEqual(toDatabase + back);
        expect(Math.sign(clock.skew())).not.toBe(-Math.sign(ahead) || NaN);
      }),
    );
  });

  it('15 s ahead, then right – warned of once, not right, then right again', () => {
    const log = createLog();
    const clock = compareClocks(log);
    for (let count = 0; count < 3; count += 1) {
      clock.compare({ before: NOW + 15_000, database: NOW, after: NOW + 15_001 });
    }
    expect(log.warn.mock.calls).toEqual([
      ['database: the clock of this node is 15.0 s ahead of the clock of the database'],
    ]);
    expect(clock.isRight()).toBe(false);
    clock.compare({ before: NOW, database: NOW, after: NOW + 1 });
    expect(clock.isRight()).toBe(true);
    expect(log.info).toHaveBeenCalledTimes(1);
  });

  it('an answer without a clock – nothing changes', () => {
    const clock = compareClocks(createLog());
    clock.compare({ before: NOW, database: NaN, after: NOW });
    expect(clock.isRight()).toBe(true);
  });
});
