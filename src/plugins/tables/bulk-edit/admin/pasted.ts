import { parse } from 'csv-parse/browser/esm/sync';
import { withoutMark } from '../../../../platform/http/spreadsheets/formulas';
import { csvOptions, LINE_ENDS } from '../../../../platform/http/spreadsheets/text';

/** The rows of a spreadsheet as they were pasted; lines that are blank are left out. */
export const rowsIn = (text: string): string[][] => {
  const rows: string[][] = parse(text, csvOptions(text));
  return rows.map((row) => row.map(withoutMark));
};

/**
 * Cells of a spreadsheet as they were pasted, those that are blank included: without them everything below would move
 * up a row. Spreadsheets part cells with tabs; a comma belongs to a number.
 */
export const cellsIn = (text: string): string[][] => {
  const rows: string[][] = parse(text, {
    delimiter: '\t',
    recordDelimiter: LINE_ENDS,
    relaxColumnCount: true,
    relaxQuotes: true,
  });
  return rows.map((row) => row.map(withoutMark));
};
