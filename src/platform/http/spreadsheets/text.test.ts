import fc from 'fast-check';
import {
  cutText,
  formatIsoDateCell,
  formatWorkbookCell,
  isSpreadsheetError,
  type CellFormat,
} from './text';

/** Returns the text of a workbook cell that stores a date, which has no time zone. */
const dateCellOf = async (clock: Date, format = 'dd/mm/yyyy hh:mm:ss'): Promise<string> => {
  const { readSheet } = await import('read-excel-file/node');
  const { default: writeWorkbook } = await import('write-excel-file/node');
  const bytes = await writeWorkbook([[{ value: clock, type: Date, format }]], {}).toBuffer();
  const [[cell] = []] = await readSheet(Buffer.from(bytes));
  return formatWorkbookCell(cell);
};

describe('formatWorkbookCell', () => {
  it.each<[unknown, string]>([
    [new Date('2026-11-27T18:59:59.999Z'), '2026-11-27 19:00'],
    [new Date('2026-11-27T19:00:30Z'), '2026-11-27 19:00:30'],
    [new Date('2026-11-27T00:00:00Z'), '2026-11-27'],
    [new Date('2026-11-26T23:59:59.999Z'), '2026-11-27'],
    [new Date('1899-12-30T09:30:00Z'), '09:30'],
    [new Date('1904-01-01T09:30:00Z'), '09:30'],
    [new Date(NaN), ''],
    [1000, '1000'],
    [9_788_491_234_567, '9788491234567'],
    [0.1 + 0.2, '0.3'],
    [59.970000000000006, '59.97'],
    [true, 'true'],
    [null, ''],
  ])('%p – is %j', (value, text) => {
    expect(formatWorkbookCell(value)).toBe(text);
  });

  it.each<[unknown, Partial<CellFormat>, string]>([
    [new Date('2026-11-27T00:00:00Z'), { hasTime: true }, '2026-11-27 00:00'],
    [0.15, { isPercent: true }, '15%'],
    [0.155, { isPercent: true }, '15.5%'],
    [0.07, { isPercent: true }, '7%'],
    [12, { digits: 4 }, '0012'],
    [12_345, { digits: 4 }, '12345'],
    [1.5, { digits: 4 }, '1.5'],
    [390.5, { sign: '$' }, '390.5 $'],
    [-3, { sign: '€' }, '-3 €'],
    ['A-1', { digits: 4, sign: '€' }, 'A-1'],
  ])('%p with the format %j – is %j', (value, added, text) => {
    const format = { hasTime: false, isPercent: false, digits: 0, sign: null, ...added };
    expect(formatWorkbookCell(value, format)).toBe(text);
  });

  it.each([
    ['2026-03-14T19:00:00', '2026-03-14 19:00'],
    ['2026-03-14T19:00', '2026-03-14 19:00'],
    ['2026-03-14T18:59:59.9996', '2026-03-14 19:00'],
    ['2026-07-14T19:00:30Z', '2026-07-14 19:00:30'],
    ['2026-07-14T19:00:00+02:00', '2026-07-14 19:00'],
    ['2026-03-14', '2026-03-14'],
    ['2026-03-14T00:00:00', '2026-03-14 00:00'],
    ['2026-02-31T10:00:00', '2026-02-31T10:00:00'],
    ['tomorrow', 'tomorrow'],
  ])('formatIsoDateCell – %s – is %j', (stored, text) => {
    expect(formatIsoDateCell(stored)).toBe(text);
  });

  it('any date with seconds – returns the stored second', async () => {
    const seconds = fc
      .integer({ min: Date.parse('1950-01-01') / 1000, max: Date.parse('2100-01-01') / 1000 })
      .map((second) => new Date(second * 1000));
    await fc.assert(
      fc.asyncProperty(seconds, async (clock) => {
        const [day = '', time = ''] = clock.toISOString().slice(0, -5).split('T');
        const shown = time.replace(/:00$/, '');
        expect(await dateCellOf(clock)).toBe(shown === '00:00' ? day : `${day} ${shown}`);
      }),
      { numRuns: 30 },
    );
  });
});

describe('isSpreadsheetError', () => {
  it.each(
    '#N/A #N/D #REF! #¡REF! #VALUE! #¡VALOR! #DIV/0! #¡DIV/0! #NAME? #¿NOMBRE? #NUM! #¡NUM! #NULL! #¡NULO! #SPILL! #¡DESBORDAMIENTO! #ERROR! Err:502 ###### #NÚM! #BLOQUEADO! #¡BLOQUEADO! #WERT! #VALEUR! #NOM? #BEZUG! #ÜBERLAUF! #N/B'.split(
      ' ',
    ),
  )('%s – is an error value', (text) => {
    expect(isSpreadsheetError(` ${text} `)).toBe(true);
  });

  it.each([
    '#',
    '#1',
    '#Love!',
    '#LOVE',
    '#LOVE! story',
    'N/A',
    '#N/A is missing',
    'Error',
    '# REF!',
  ])('%s – is not an error value', (text) => {
    expect(isSpreadsheetError(text)).toBe(false);
  });
});

it.each([
  ['ab😀', 2, 'ab'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
  ['abc', 10, 'abc'],
])('cutText – %j to %d – is %j', (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut);
});
