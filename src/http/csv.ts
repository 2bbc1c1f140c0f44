import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | Date | null;

/** Without it spreadsheets take UTF-8 for something else. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line of a CSV file that spreadsheets read and do not run: what stands here was typed by strangers. */
export const csvLine = (cells: readonly Cell[], delimiter: ',' | ';' = ','): string =>
  stringify([[...cells]], {
    delimiter,
    escape_formulas: true,
    // Where decimals have a comma, spreadsheets take the semicolon for what parts cells; and what people type has lines.
    quoted_match: /[;\r\n]/,
    record_delimiter: 'windows',
    cast: { date: (value) => value.toISOString() },
  });
