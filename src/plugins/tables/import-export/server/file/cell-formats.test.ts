import { formatFrom } from './cell-formats';

const plain = { hasTime: false, isPercent: false, digits: 0, sign: null };

describe('formatFrom', () => {
  it.each<[string, object]>([
    ['', {}],
    ['General', {}],
    ['#,##0.00', {}],
    ['0', {}],
    ['0.00" kg"', {}],
    ['[Red]#,##0', {}],
    ['0%', { isPercent: true }],
    ['0.0 %;[Red]-0.0 %', { isPercent: true }],
    ['0"%"', {}],
    ['0000', { digits: 4 }],
    ['00000;-00000', { digits: 5 }],
    ['#,##0.00\\ "€"', { sign: '€' }],
    ['#,##0.00\\ €;[Red]\\-#,##0.00\\ €', { sign: '€' }],
    ['_-* #,##0.00\\ [$€-C0A]_-;-* #,##0.00\\ [$€-C0A]_-', { sign: '€' }],
    ['[$$-409]#,##0.00', { sign: '$' }],
    ['[$USD] #,##0.00', { sign: 'USD' }],
    ['[$kr-414] #,##0', { sign: 'kr' }],
    ['"US$"#,##0', { sign: 'US$' }],
    ['#,##0 "EUR"', { sign: 'EUR' }],
    ['$#,##0.00', { sign: '$' }],
    ['dd/mm/yyyy', {}],
    ['[$-C0A]d" de "mmmm" de "yyyy;@', {}],
    ['dd/mm/yyyy hh:mm', { hasTime: true }],
    ['[$-F400]h:mm:ss\\ AM/PM', { hasTime: true }],
    ['[h]:mm', { hasTime: true }],
    ['yyyy"T"', {}],
  ])('%s – adds %j', (code, added) => {
    expect(formatFrom(code)).toEqual({ ...plain, ...added });
  });
});
