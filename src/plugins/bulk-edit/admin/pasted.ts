import { parse } from 'csv-parse/browser/esm/sync';

/** Tabs between cells, as spreadsheets put them onto the clipboard; separators of CSV where there are none. */
const delimiterOf = (text: string): string =>
  ['\t', ';', ','].find((one) => text.includes(one)) ?? '\t';

/** The rows of a spreadsheet as they were pasted; lines that are blank are left out. */
export const rowsIn = (text: string): string[][] =>
  parse(text, {
    delimiter: delimiterOf(text),
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    skipRecordsWithEmptyValues: true,
    bom: true,
  });
