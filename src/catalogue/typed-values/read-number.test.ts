import fc from 'fast-check';
import { formatNumber, readNumber, type NumberReading, type NumberType } from './read-number';

const number = (value: number): NumberReading => ({ kind: 'number', number: value });
const wrong = (problem: string) => ({ kind: 'wrong', problem });

describe('readNumber', () => {
  it.each<[string, NumberType, number]>([
    ['12', 'integer', 12],
    ['0012', 'integer', 12],
    ['-3', 'integer', -3],
    ['−3', 'integer', -3],
    ['-0', 'integer', 0],
    ['12.00', 'integer', 12],
    ['1 234', 'integer', 1234],
    ['1\u202f234', 'integer', 1234],
    ['1.234.567', 'integer', 1234567],
    ['1,234,567', 'integer', 1234567],
    ['1.234,00', 'integer', 1234],
    ['"2026"\r\n', 'integer', 2026],
    ['１２', 'integer', 12],
    ['12,5', 'decimal', 12.5],
    ['12.5', 'decimal', 12.5],
    ['-1.234,56', 'decimal', -1234.56],
    ['1.2340', 'float', 1.234],
  ])('%j as %s – is %d', (text, type, value) => {
    expect(readNumber(text, type)).toEqual(number(value));
  });

  it.each<[string, NumberType, number[]]>([
    ['1.000', 'integer', [1000, 1]],
    ['2,000', 'integer', [2000, 2]],
    ['1.234', 'integer', [1234]],
    ['-1.234', 'integer', [-1234]],
    ['1.234', 'decimal', [1234, 1.23]],
    ['1,234', 'float', [1234, 1.234]],
  ])('%j as %s – is ambiguous', (text, type, numbers) => {
    expect(readNumber(text, type)).toEqual({ kind: 'ambiguous', numbers });
  });

  it.each<[string, NumberType, string]>([
    ['1.5', 'integer', 'whole'],
    ['1,5', 'integer', 'whole'],
    ['1000.000', 'integer', 'whole'],
    ['1.2345', 'decimal', 'decimals'],
    ['2147483648', 'integer', 'outOfRange'],
    ['-2147483649', 'integer', 'outOfRange'],
    ['100000000', 'decimal', 'outOfRange'],
    ...[
      ...['0x1F', '0b11', '0o17', '1e3', '1E3', 'Infinity', '-Infinity', 'NaN', '١٢', '१२', '²'],
      ...['12²', '½', '12 pages', '5%', '€5', '+5', '5-', '(5)', '1_000', '12 34', '1..5', '--1'],
      ...['1,5,0', '1\t2', '1\n2', '.', '-', 'XII', 'true', '2026-01-01', '10:30'],
    ].map((text): [string, NumberType, string] => [text, 'integer', 'unreadable']),
  ])('%j as %s – is refused: %s', (text, type, problem) => {
    expect(readNumber(text, type)).toEqual(wrong(problem));
  });

  it.each(['', ' ', '\u00a0\r\n', '""', '\u200b'])('%j – is empty', (text) => {
    expect(readNumber(text, 'integer')).toEqual({ kind: 'empty' });
  });

  it.each<[NumberType, fc.Arbitrary<number>]>([
    ['integer', fc.integer()],
    [
      'decimal',
      fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }).map((cents) => cents / 100),
    ],
    ['float', fc.integer({ min: -1e12, max: 1e12 }).map((thousandths) => thousandths / 1000)],
  ])('%s – a formatted number is read as the same number', (type, values) => {
    fc.assert(
      fc.property(values, fc.constantFrom('en', 'es'), (value, language) => {
        expect(readNumber(formatNumber(value, language), type)).toEqual(number(value + 0));
      }),
    );
  });

  it('any text – returns a number only if both conventions agree', () => {
    const text = fc.stringMatching(/^[\d.,ex -]{0,9}$/);
    fc.assert(
      fc.property(text, (written) => {
        const reading = readNumber(written, 'integer');
        if (reading.kind !== 'number') return;
        expect(String(Math.abs(reading.number))).toBe(
          written
            .replace(/[.,]0{0,2}\s*$/, '')
            .replace(/\D/g, '')
            .replace(/^0+(?=\d)/, '') || '0',
        );
      }),
      { numRuns: 2000 },
    );
  });
});
