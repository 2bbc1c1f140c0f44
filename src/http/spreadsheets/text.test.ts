import fc from 'fast-check';
import { decodedText, workbookCell } from './text';

/** The text of a cell that a workbook stores as a date, which names no time zone. */
const dateCellOf = async (clock: Date, format = 'dd/mm/yyyy hh:mm:ss'): Promise<string> => {
  const { readSheet } = await import('read-excel-file/node');
  const { default: writeWorkbook } = await import('write-excel-file/node');
  const bytes = await writeWorkbook([[{ value: clock, type: Date, format }]], {}).toBuffer();
  const [[cell] = []] = await readSheet(Buffer.from(bytes));
  return workbookCell(cell);
};

describe('decodedText', () => {
  const latin = Buffer.from('Jos\xe9', 'latin1');

  it.each([
    ['UTF-8', Buffer.from('\uFEFFJosé €'), 'José €'],
    ['UTF-8 with one wrong byte', Buffer.concat([Buffer.from('Peña '), latin]), 'Peña Jos\uFFFD'],
    ['Windows-1252', Buffer.from('Pe\xf1a, Jos\xe9', 'latin1'), 'Peña, José'],
    ['one accent in Windows-1252', latin, 'José'],
    ['ASCII', Buffer.from('Ana'), 'Ana'],
  ])('%s – is read', (_, bytes, text) => {
    expect(decodedText(bytes)).toBe(text);
  });
});

describe('workbookCell', () => {
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
    expect(workbookCell(value)).toBe(text);
  });

  it('any second of a workbook – is that second', async () => {
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
