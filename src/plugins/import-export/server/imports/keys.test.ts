import fc from 'fast-check';
import { isResembling, isRoundedNumber, normalizeCode } from './keys';

describe('normalizeCode', () => {
  it.each([
    ['A\u200B1', 'A1'],
    ['\uFEFFA-1', 'A-1'],
    ['A\u20111', 'A-1'],
    ['A\u00A01 ', 'A 1'],
    ['ＡＢ１２', 'AB12'],
    ['nin\u0303o', 'niño'],
    ['9780306406157\u200E', '9780306406157'],
  ])('%j – is %j', (text, code) => {
    expect(normalizeCode(text)).toBe(code);
  });
});

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
  ])('%s and %s – resemble each other', (one, other) => {
    expect([isResembling(one, other), isResembling(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['0012', '120'],
    ['1E5', '10000'],
    ['3-4', '3-5'],
    ['SKU-12', 'SKU-0012'],
    ['curso-2', 'curso-3'],
    ['1.2', '2.1'],
    ['', ''],
  ])('%s and %s – do not', (one, other) => {
    expect(isResembling(one, other)).toBe(false);
  });

  it('a number of any length with zeros before it – resembles the number without them', () => {
    const numbers = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 1e12 }));
    fc.assert(
      fc.property(numbers, ([zeros, number]) => {
        expect(isResembling('0'.repeat(zeros) + String(number), String(number))).toBe(true);
      }),
    );
  });
});

describe('isRoundedNumber', () => {
  it.each([
    ['9,78849E+12', true],
    ['9.78849e+12', true],
    ['1E+05', true],
    ['1,00E+05', true],
    ['1E5', false],
    ['9788498357777', false],
    ['E-12', false],
  ])('%s – %s', (text, isRounded) => {
    expect(isRoundedNumber(text)).toBe(isRounded);
  });
});
