import { parse } from 'csv-parse/browser/esm/sync';
import { withoutMark } from '../formulas';

/**
 * What parts cells, by the first line: tabs, as spreadsheets put them onto the clipboard, and else the separators of CSV.
 * Further down, any of them may stand in what people have written.
 */
const delimiterOf = (text: string): string => {
  const [first = ''] = text.split(/\r?\n/, 1);
  return ['\t', ';', ','].find((one) => first.includes(one)) ?? '\t';
};

/** The rows of a spreadsheet as they were pasted; lines that are blank are left out. */
export const rowsIn = (text: string): string[][] => {
  const rows: string[][] = parse(text, {
    delimiter: delimiterOf(text),
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    skipRecordsWithEmptyValues: true,
    bom: true,
  });
  return rows.map((row) => row.map(withoutMark));
};
