import { parse } from 'csv-parse/browser/esm/sync';
import { withoutMark } from '../../../http/spreadsheets/formulas';
import { csvOptions } from '../../../http/spreadsheets/text';

/** The rows of a spreadsheet as they were pasted; lines that are blank are left out. */
export const rowsIn = (text: string): string[][] => {
  const rows: string[][] = parse(text, csvOptions(text));
  return rows.map((row) => row.map(withoutMark));
};
