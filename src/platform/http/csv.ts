import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | Date | null;

/** Spreadsheets do not recognize UTF-8 without it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Returns one line of a CSV file. Cells contain user input, so formulas are escaped and
 * spreadsheets do not run them. Pass numbers as numbers: a negative one as text looks like a
 * formula. Beside semicolons they have a decimal comma, as spreadsheets expect.
 */
export const formatCsvLine = (cells: readonly Cell[], delimiter: ',' | ';' = ','): string =>
  stringify([[...cells]], {
    delimiter,
    escape_formulas: true,
    // Spreadsheets of locales with a decimal comma treat the semicolon as the separator. User
    // input may contain line breaks.
    quoted_match: /[;\r\n]/,
    record_delimiter: 'windows',
    cast: {
      date: (value) => value.toISOString(),
      number: (value) => (delimiter === ';' ? String(value).replace('.', ',') : String(value)),
    },
  });

/**
 * The next lines of a file, and the entry after which the next page begins. `last` is null on the
 * last page.
 */
type CsvPage<Last> = { lines: readonly (readonly Cell[])[]; last: Last | null };

/**
 * Returns a CSV file page by page, so that large files need the memory of one page only.
 *
 * @param titles of the columns
 * @param next returns the lines after an entry; without one, the first lines
 */
export async function* streamCsv<Last>(
  titles: readonly Cell[],
  next: (last: Last | null) => Promise<CsvPage<Last>>,
): AsyncGenerator<string> {
  // The titles are sent with the first page. An error while that page loads is then answered as an
  // error and does not break off a file.
  let text = BYTE_ORDER_MARK + formatCsvLine(titles);
  for (let last: Last | null = null; ;) {
    const page: CsvPage<Last> = await next(last);
    text += page.lines.map((cells) => formatCsvLine(cells)).join('');
    if (text !== '') yield text;
    text = '';
    ({ last } = page);
    if (last === null) return;
  }
}
