import { readSheet } from 'read-excel-file/browser';
import { decodedText, workbookCell } from '../../../http/spreadsheets/text';
import { rowsIn } from './pasted';

/** The rows of a file: of a workbook those of its first sheet, of anything else those of its text. */
export const rowsOfFile = async (file: File): Promise<string[][]> => {
  if (!/\.xlsx$/i.test(file.name)) return rowsIn(decodedText(await file.arrayBuffer()));
  const rows = await readSheet(file);
  return rows
    .map((row) => row.map(workbookCell))
    .filter((row) => row.some((cell) => cell.trim() !== ''));
};
