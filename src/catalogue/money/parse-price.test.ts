import fc from 'fast-check';
import { currencies, isCurrency, isSymbolOf } from './currencies';
import { formatAmount, formatMoney } from './format-money';
import { MAX_AMOUNT, parsePrice, type ParsedPrice } from './parse-price';

const amount = (value: number, symbol: string | null = null): ParsedPrice => ({
  kind: 'amount',
  amount: value,
  symbol,
});

const ambiguous = (...amounts: [number, number]): ParsedPrice => ({ kind: 'ambiguous', amounts });

const cents = fc.integer({ min: 0, max: MAX_AMOUNT * 100 }).map((value) => value / 100);
const language = fc.constantFrom('en', 'es');

describe('parsePrice', () => {
  it.each([
    ['390,50', 390.5],
    ['420.75', 420.75],
    ['390,5', 390.5],
    ['5', 5],
    ['0', 0],
    ['5,', 5],
    ['5.', 5],
    [',50', 0.5],
    ['.5', 0.5],
    ['39050', 39050],
    ['1.234,50', 1234.5],
    ['1,234.50', 1234.5],
    ['1.234,', 1234],
    ['1,234,567', 1234567],
    ['1.234.567,8', 1234567.8],
    ['1 234,50', 1234.5],
    ['1\u00a0234,50', 1234.5],
    ['1\u202f234', 1234],
    ['1’234.50', 1234.5],
    ["1'234", 1234],
    ['99999999,99', MAX_AMOUNT],
  ])('%j – either decimal separator – returns %d', (text, value) => {
    expect(parsePrice(text)).toEqual(amount(value));
  });

  it.each([
    ['390,50 €', 390.5, '€'],
    ['390,50\u00a0€\r\n', 390.5, '€'],
    ['\t€390.50\t\n', 390.5, '€'],
    ['"1.234,50 €"', 1234.5, '€'],
    [' 1,234.50 USD ', 1234.5, 'USD'],
    ['eur 12', 12, 'eur'],
    ['MX$1,234.50', 1234.5, 'MX$'],
    ['\u200e390,50\u200e €', 390.5, '€'],
  ])('%j – cell of a spreadsheet – returns its amount and symbol', (text, value, symbol) => {
    expect(parsePrice(text)).toEqual(amount(value, symbol));
  });

  it.each<[string, [number, number]]>([
    ['1.234', [1234, 1.23]],
    ['1,234', [1234, 1.23]],
    ['12.500', [12500, 12.5]],
    ['390,500 €', [390500, 390.5]],
  ])('%j – is ambiguous', (text, amounts) => {
    expect(parsePrice(text)).toEqual(ambiguous(...amounts));
  });

  it.each([
    ['-5', 'negative'],
    ['−5,00 €', 'negative'],
    ['(5,00 €)', 'negative'],
    ['5-', 'negative'],
    ['1,2345', 'decimals'],
    ['0,123', 'decimals'],
    ['1.234,567', 'decimals'],
    ['1234.500', 'decimals'],
    ['100000000', 'tooHigh'],
    ['abc', 'unreadable'],
    ['5 or 6', 'unreadable'],
    ['approx 5', 'unreadable'],
    ['€5€', 'unreadable'],
    ['10%', 'unreadable'],
    ['1e5', 'unreadable'],
    ['12 34', 'unreadable'],
    ['1.23.456', 'unreadable'],
    ['1.234.56', 'unreadable'],
    ['1,5,0', 'unreadable'],
    ['100\r\n200', 'unreadable'],
    ['100\t200', 'unreadable'],
    ['390²', 'unreadable'],
    ['.', 'unreadable'],
  ])('%j – is refused: %s', (text, problem) => {
    expect(parsePrice(text)).toEqual({ kind: 'wrong', problem });
  });

  it.each(['', ' ', '\u00a0\r\n', '""'])('%j – is empty', (text) => {
    expect(parsePrice(text)).toEqual({ kind: 'empty' });
  });

  it('any formatted amount, either language – returns the same amount', () => {
    fc.assert(
      fc.property(cents, language, (value, lang) => {
        expect(parsePrice(formatAmount(value, lang))).toEqual(amount(value));
      }),
    );
  });

  it('any formatted amount, any currency – returns the same amount and its symbol', () => {
    fc.assert(
      fc.property(cents, language, fc.constantFrom(...currencies), (value, lang, currency) => {
        const reading = parsePrice(formatMoney(value, currency, lang));
        expect(reading).toMatchObject({ kind: 'amount', amount: value });
        expect(reading.kind === 'amount' && isSymbolOf(reading.symbol ?? '', currency)).toBe(true);
      }),
    );
  });

  /** Parses a text by one convention of separators. */
  const parseByConvention = (text: string, group: '.' | ',', decimal: '.' | ','): number | null => {
    const [g, d] = [`[${group}]`, `[${decimal}]`];
    const isNumber = new RegExp(`^(?:\\d+|[1-9]\\d{0,2}(?:${g}\\d{3})+)(?:${d}\\d*)?$`);
    return isNumber.test(text)
      ? Number(text.replaceAll(group, '').replace(decimal, '.').replace(/\.$/, ''))
      : null;
  };

  it('any digits and separators – returns an amount only if both conventions agree', () => {
    const digits = fc.string({
      unit: fc.integer({ min: 0, max: 9 }).map(String),
      minLength: 1,
      maxLength: 4,
    });
    const text = fc
      .array(fc.tuple(digits, fc.constantFrom('.', ',')), { minLength: 1, maxLength: 4 })
      .map((pieces) => pieces.flat().slice(0, -1).join(''));
    fc.assert(
      fc.property(text, (written) => {
        const reading = parsePrice(written);
        const parsedAmounts = [
          parseByConvention(written, ',', '.'),
          parseByConvention(written, '.', ','),
        ].filter((value) => value !== null);
        const [first, second] = parsedAmounts;
        if (first !== undefined && second !== undefined && first !== second) {
          expect(reading.kind).not.toBe('amount');
        }
        if (reading.kind === 'amount') expect(parsedAmounts).toContain(reading.amount);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('currencies', () => {
  it('codes – are unique and known to Intl', () => {
    expect(new Set(currencies).size).toBe(currencies.length);
    const knownCurrencies = new Set(Intl.supportedValuesOf('currency'));
    // These currencies are newer than the ICU data of some machines.
    const newCurrencies = new Set(['XCG', 'ZWG', 'SLE', 'VED']);
    expect(
      currencies.filter((code) => !knownCurrencies.has(code) && !newCurrencies.has(code)),
    ).toEqual([]);
  });

  it('isCurrency – currency codes – is true; other values are false', () => {
    expect(['EUR', 'MXN'].every(isCurrency)).toBe(true);
    expect(['eur', 'ESP', '€', '', null, 5].some(isCurrency)).toBe(false);
  });
});
