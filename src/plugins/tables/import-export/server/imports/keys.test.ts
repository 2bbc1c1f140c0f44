import fc from 'fast-check';
import { isResembling } from './keys';

describe('isResembling', () => {
  it.each([
    ['0012', '12'],
    ['0012', '12.0'],
    ['0012', '12,00'],
    ['00012', '0012'],
    ['1E5', '100000'],
    ['2e3', '2000'],
    ['3-4', '04-mar'],
    ['3-4', '03-abr'],
    ['3-4', '3-Apr'],
    ['3-4', '2026-04-03'],
    ['3/4', '03/04/2026'],
    ['3-4', '46115'],
    ['1-2-26', '2026-02-01'],
    ['3-26', 'mar-26'],
    ['3-26', '2026-03-01'],
    ['SEPT2', '02-sep'],
    ['MAR1', '1-mar'],
    ['abc-1', 'ABC-1'],
    ['1234567890123456', '1234567890123450'],
    ['1234', '1.234'],
    ['0012', "'0012"],
    ['1.10', '1.1'],
    ['1.10', '1,1'],
    ['01.50', '1.5'],
    ['1.10', '01-oct'],
    ['1.10', '2026-10-01'],
    ['1.10', '46296'],
    ['1.5', '01-may'],
    ['1.5', '1-May'],
    ['1.5', 'may-01'],
    ['1.5', '01/05/2026'],
    ['5.26', 'may-26'],
    ['1.5.26', '01/05/2026'],
    ['3.4', '03.04.2026'],
  ])('%s and %s – are similar', (code, otherCode) => {
    expect([isResembling(code, otherCode), isResembling(otherCode, code)]).toEqual([true, true]);
  });

  it.each([
    ['0012', '120'],
    ['1E5', '10000'],
    ['3-4', '3-5'],
    ['SKU-12', 'SKU-0012'],
    ['curso-2', 'curso-3'],
    ['1.2', '2.1'],
    ['1.2', '1-2'],
    ['1.2.3', '3.2.1'],
    ['1.5', '05-ene'],
    ['', ''],
  ])('%s and %s – are not similar', (code, otherCode) => {
    expect(isResembling(code, otherCode)).toBe(false);
  });

  it.each([
    ['a word and 25 digits before a sign', `a${'0'.repeat(25)}!`],
    ['20,000 digits', '0'.repeat(20_000)],
    ['20,000 digits before a sign', `${'0'.repeat(20_000)}!`],
  ])('%s – are compared in linear time and not similar to 12', (_name, code) => {
    const start = process.cpuUsage();
    expect(isResembling(code, '12')).toBe(false);
    // CPU time in microseconds, which other load on the machine does not increase.
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(200_000);
  });

  it('number with leading zeros – is similar to the number without them', () => {
    const numbers = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 1e12 }));
    fc.assert(
      fc.property(numbers, ([zeros, number]) => {
        expect(isResembling('0'.repeat(zeros) + String(number), String(number))).toBe(true);
      }),
    );
  });
});
