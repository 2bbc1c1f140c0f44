import { parse } from 'csv-parse/browser/esm/sync';
import { csvOptions, LINE_ENDS, withoutMark } from '../../../../platform/http/spreadsheets/text';

/** Parses pasted spreadsheet rows, without blank lines. */
export const parsePastedRows = (text: string): string[][] => {
  const rows: string[][] = parse(text, csvOptions(text));
  return rows.map((row) => row.map(withoutMark));
};

/**
 * Parses pasted spreadsheet cells, with blank lines, so that later rows keep their place.
 * Spreadsheets separate cells by tabs; a comma belongs to a number.
 */
export const parsePastedCells = (text: string): string[][] => {
  const rows: string[][] = parse(text, {
    delimiter: '\t',
    recordDelimiter: LINE_ENDS,
    relaxColumnCount: true,
    relaxQuotes: true,
  });
  return rows.map((row) => row.map(withoutMark));
};
