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

/** The next lines of a file, and behind which entry those after them are; null: there are no more. */
type CsvPage<Last> = { lines: readonly (readonly Cell[])[]; last: Last | null };

/**
 * A CSV file whose lines are read some at a time, so that a large one needs memory for those only.
 *
 * @param titles of the columns
 * @param next gives the lines behind an entry; those of the beginning without one
 */
export async function* csvByPages<Last>(
  titles: readonly Cell[],
  next: (last: Last | null) => Promise<CsvPage<Last>>,
): AsyncGenerator<string> {
  // Together with the first lines: what fails before those is answered as an error, not in the midst of a file.
  let text = BYTE_ORDER_MARK + csvLine(titles);
  for (let last: Last | null = null; ;) {
    const page: CsvPage<Last> = await next(last);
    text += page.lines.map((cells) => csvLine(cells)).join('');
    if (text !== '') yield text;
    text = '';
    ({ last } = page);
    if (last === null) return;
  }
}
