import { isRoundedNumber, normalizeCode } from './codes';

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

describe('isRoundedNumber', () => {
  it.each([
    ['9,78849E+12', true],
    ['9.78849e+12', true],
    ['1E+05', true],
    ['1,00E+05', true],
    ['1E5', false],
    ['9788498357777', false],
    ['E-12', false],
  ])('%s – returns %s', (text, isRounded) => {
    expect(isRoundedNumber(text)).toBe(isRounded);
  });
});
