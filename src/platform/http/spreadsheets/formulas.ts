/**
 * Characters at which spreadsheets begin a formula. Exports put an apostrophe before them
 * (`csvLine`). A cell that already begins with an apostrophe gets another one, so that imports
 * restore the original.
 */
const BEGINNING = '=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20';

const marked = new RegExp(`^'+[${BEGINNING}]`);
const mark = new RegExp(`^'(?='*[${BEGINNING}])`);

/** Returns a cell with its own apostrophe doubled, so that it survives an import. */
export const withOwnMark = (cell: string): string => (marked.test(cell) ? `'${cell}` : cell);

/** Returns a cell as it was before the export. */
export const withoutMark = (cell: string): string => cell.replace(mark, '');
