/**
 * What spreadsheets take for the beginning of a formula; exports put a quotation mark before it (`csvLine`). A cell that
 * begins so with its own mark gets another one, so that each cell is read as it was.
 */
const BEGINNING = '=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20';

const marked = new RegExp(`^'+[${BEGINNING}]`);
const mark = new RegExp(`^'(?='*[${BEGINNING}])`);

/** A cell whose own mark is not lost when an export is read. */
export const withOwnMark = (cell: string): string => (marked.test(cell) ? `'${cell}` : cell);

/** A cell as it was before it was exported. */
export const withoutMark = (cell: string): string => cell.replace(mark, '');
