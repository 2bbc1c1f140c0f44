import type { WithStrapi } from '../../../../../platform/with-strapi';
import { isBlank } from '../../../../../catalogue/cell-texts';
import type { Text } from '../../../../../feature/layout';
import { localizedError } from '../../../../../platform/http/localized-error';
import type { SheetRows } from '../../../bulk-edit';
import { importErrors } from '../errors';
import type { CellProblem, SheetRow } from '../file/protocol';
import { readSentFile, type SentFile } from './parse';

/** Maximum number of cells named in a message. */
const MOST_NAMED = 5;

const texts: Readonly<Record<CellProblem, Text>> = {
  formula: { en: 'formula without a result', es: 'fórmula sin resultado' },
  error: { en: 'error of the spreadsheet', es: 'error de la hoja de cálculo' },
  merged: { en: 'part of a merged cell', es: 'parte de una celda combinada' },
};

type Cell = { row: number; column: number; problem: CellProblem };

/** Returns whether a row of CSV declares the separator. */
const namesSeparator = ({ number, cells: [first = ''] }: SheetRow): boolean =>
  number === 1 && /^"?sep=/i.test(first);

const problemsIn = ({ number, problems = {} }: SheetRow): Cell[] =>
  Object.entries(problems).map(([at, problem]) => ({
    ...{ row: number, column: Number(at) + 1, problem },
  }));

const named = (cells: readonly Cell[]): Text => {
  const all = (of: (cell: Cell) => string): string =>
    cells.slice(0, MOST_NAMED).map(of).join('; ') + (cells.length > MOST_NAMED ? '; …' : '');
  return {
    en: all(({ row, column, problem }) => `row ${row}, column ${column}: ${texts[problem].en}`),
    es: all(({ row, column, problem }) => `fila ${row}, columna ${column}: ${texts[problem].es}`),
  };
};

/**
 * Returns the rows of a file unchanged, for review before they are saved.
 *
 * @throws ValidationError `CELLS_WITHOUT_VALUE` if empty cells have unknown values; errors of
 *   {@link readSentFile}
 */
export const readSheetRows = async ({ strapi }: WithStrapi, sent: SentFile): Promise<SheetRows> => {
  const { rows: all, source } = await readSentFile({ strapi }, sent);
  const rows = all.filter((row) => !namesSeparator(row));
  const cells = rows.flatMap(problemsIn);
  if (cells.length > 0) {
    throw localizedError({ strapi }, importErrors.CELLS_WITHOUT_VALUE, {
      subject: named(cells),
      details: { cells: cells.slice(0, MOST_NAMED) },
    });
  }
  const { sheet, hiddenSheets, otherSheets = [] } = source;
  const filled = new Set<number>();
  for (const row of rows) {
    row.cells.forEach((cell, column) => {
      if (!isBlank(cell)) filled.add(column);
    });
  }
  return {
    rows: rows.map(({ cells: row, isHidden = false }) => ({ cells: row, isHidden })),
    hiddenColumns: [...new Set(source.hiddenColumns)].filter((column) => filled.has(column)),
    ...{ sheet, hiddenSheets, otherSheets },
  };
};
