import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openCsv } from '#plugins/tables/import-export/server/file/csv-rows';
import type { SheetRow } from '#plugins/tables/import-export/server/file/protocol';
import { openWorkbook } from '#plugins/tables/import-export/server/file/workbook-rows';
import { textCell, workbookOf, workbookWith } from './bomb';

const limits = { rows: 20, columns: 20, cells: 400, cell: 100, row: 1000, text: 10_000 };

const heading = `<row r="1">${textCell('A1', 'SKU')}${textCell('B1', 'title')}</row>`;

const NFD = 'Espan\u0303a';
const NFC = NFD.normalize('NFC');

describe('rows of a file', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rows-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  const readRows = async (
    open: typeof openWorkbook,
    bytes: Buffer | string,
    sheet: string | null,
  ) => {
    const file = path.join(folder, 'file');
    await writeFile(file, bytes);
    const reading = { encoding: null, delimiter: null, sheet };
    const { source, rows: rowStream } = await open(file, limits, reading);
    const rows: SheetRow[] = [];
    for await (const row of rowStream) rows.push(row);
    return { source, rows };
  };

  it('rows with only formulas or errors at the end – are reported', async () => {
    const rows = [
      `<row r="2">${textCell('A2', 'A')}${textCell('B2', 'One')}</row>`,
      '<row r="3"><c r="A3"><f>X1</f></c></row>',
      '<row r="5"><c r="B5" t="e"><v>#N/A</v></c></row>',
    ];
    const { rows: rowsFound } = await readRows(
      openWorkbook,
      workbookOf(heading + rows.join('')),
      null,
    );
    expect(rowsFound.slice(2)).toEqual([
      { number: 3, cells: ['', ''], problems: { 0: 'formula' } },
      { number: 5, cells: ['', ''], problems: { 1: 'error' } },
    ]);
  });

  it('blanks before an apostrophe – are kept with it, because it is no escape mark', async () => {
    const row = `<row r="2">${textCell('A2', 'A')}${textCell('B2', "  '=x")}</row>`;
    const { rows } = await readRows(openWorkbook, workbookOf(heading + row), null);
    expect(rows.at(-1)?.cells).toEqual(['A', "  '=x"]);
  });

  it('chart as first sheet – the first worksheet is read', async () => {
    const workbook = workbookWith({ sheets: ['', heading, '', heading], charts: [1, 3] });
    const { source, rows } = await readRows(openWorkbook, workbook, null);
    expect(source).toMatchObject({ sheet: 'S2', hiddenSheets: [], otherSheets: ['S4'] });
    expect(rows.map(({ cells }) => cells)).toEqual([['SKU', 'title']]);
  });

  it.each([
    [NFD, NFC],
    [NFC, NFD],
  ])('sheet named %j – is found as %j', async (name, requestedName) => {
    const workbook = workbookWith({ sheets: ['', heading], names: ['First', name] });
    const { rows } = await readRows(openWorkbook, workbook, requestedName);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['a workbook', openWorkbook, workbookOf(`<row r="1">${textCell('A1', NFD)}</row>`)],
    ['a CSV file', openCsv, NFD],
  ])('cells of %s – are composed, like stored texts', async (_, open, bytes) => {
    const { rows } = await readRows(open, bytes, null);
    expect(rows.map(({ cells }) => cells)).toEqual([[NFC]]);
  });
});
