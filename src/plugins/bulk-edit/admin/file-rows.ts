import { readSheet } from 'read-excel-file/browser';
import { decodedText, isText, workbookCell } from '../../../http/spreadsheets/text';
import { rowsIn } from './pasted';

/** In bytes: enough to tell text from what is none. */
const HEAD = 65_536;

/** The rows of a file: of a workbook those of its first sheet, of anything else those of its text. */
export const rowsOfFile = async (file: File): Promise<string[][]> => {
  if (!/\.xlsx$/i.test(file.name)) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!isText(bytes.subarray(0, HEAD))) throw new Error(`${file.name} is no text`);
    return rowsIn(decodedText(bytes));
  }
  const rows = await readSheet(file);
  return rows
    .map((row) => row.map(workbookCell))
    .filter((row) => row.some((cell) => cell.trim() !== ''));
};
