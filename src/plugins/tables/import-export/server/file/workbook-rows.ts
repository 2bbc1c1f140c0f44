import { readFile } from 'node:fs/promises';
import { toNfc } from '#platform/nfc';
import {
  formatIsoDateCell,
  isShownOtherwise,
  withoutMark,
  formatWorkbookCell,
} from '#platform/http/spreadsheets/text';
import type { ReadOptions } from '../../runs';
import type { OpenedSheet } from './csv-rows';
import { countCharacters, RefusedFile, type Limits, type SheetRow } from './protocol';
import { type ScannedSheet, scanWorkbook } from './scan-workbook';

/**
 * Reads a sheet of a workbook with the clock of this thread stopped. The thread does nothing else.
 * read-excel-file 9.3 halves its chunks after each slow one. Each chunk reads a long text from its
 * beginning again, so on a busy machine the chunks became empty and the reader never ended.
 */
const readSheetInLargeChunks = async (path: string, position: number) => {
  const { readSheet } = await import('read-excel-file/node');
  const file = await readFile(path);
  const { now } = Date;
  const stoppedAt = now();
  Date.now = () => stoppedAt;
  try {
    // An apostrophe is an escape mark only at the beginning of the stored text.
    return await readSheet(file, position, { trim: false });
  } finally {
    Date.now = now;
  }
};

async function* streamWorkbookRows(
  path: string,
  limits: Limits,
  { position, isRowHidden, dateIn, formatOf, problemsOf, computedRowsAfter }: ScannedSheet,
): AsyncGenerator<SheetRow> {
  const rows = await readSheetInLargeChunks(path, position);
  const blank = Array.from({ length: rows[0]?.length ?? 0 }, () => null);
  const numbers = [...rows.map((_, index) => index + 1), ...computedRowsAfter(rows.length)];
  for (const number of numbers) {
    const converted: number[] = [];
    const cells = (rows[number - 1] ?? blank).map((value, column) => {
      const format = formatOf(number, column + 1);
      // The reader would interpret such a date in the time zone of the process.
      const date = dateIn(number, column + 1);
      if (date !== undefined || isShownOtherwise(value, format)) converted.push(column);
      // The workbook may be a CSV export saved again, with its escape marks.
      return date === undefined
        ? toNfc(withoutMark(formatWorkbookCell(value, format)))
        : formatIsoDateCell(date);
    });
    const long = cells.findIndex(({ length }) => length > limits.cell);
    if (long !== -1) {
      throw new RefusedFile({ reason: 'cell-too-long', row: number, column: long + 1 });
    }
    if (countCharacters(cells) > limits.row)
      throw new RefusedFile({ reason: 'row-too-long', row: number });
    const problems = problemsOf(number, cells.length);
    const isBlank = cells.every((cell) => cell.trim() === '');
    if (isBlank && Object.values(problems).every((problem) => problem === 'merged')) continue;
    yield {
      number,
      cells,
      ...(isRowHidden(number) && { isHidden: true }),
      ...(Object.keys(problems).length > 0 && { problems }),
      ...(converted.length > 0 && { converted }),
    };
  }
}

/**
 * Opens a sheet of a workbook.
 *
 * @throws RefusedFile
 */
export const openWorkbook = async (
  path: string,
  limits: Limits,
  { sheet }: ReadOptions,
): Promise<OpenedSheet> => {
  const layout = await scanWorkbook(path, limits, sheet);
  const { name, hiddenSheets, otherSheets, hiddenColumns } = layout;
  return {
    source: {
      encoding: null,
      delimiter: null,
      sheet: name,
      hiddenSheets,
      otherSheets,
      hiddenColumns,
    },
    rows: streamWorkbookRows(path, limits, layout),
  };
};
