import type { ReadOptions, Source } from '../../runs';

export type Limits = {
  rows: number;
  columns: number;
  cells: number;
  cell: number;
  row: number;
  /**
   * Maximum number of characters of all cells. A workbook of a few kilobytes can hold gigabytes if
   * many cells share one text.
   */
  text: number;
};

/**
 * Reason why an empty cell has an unknown value: its formula has no result or an error, or a merged
 * cell covers it.
 */
export type CellProblem = 'formula' | 'error' | 'merged';

/** Non-empty row. */
export type SheetRow = {
  /** Counted from 1, including blank rows. */
  number: number;
  cells: string[];
  isHidden?: boolean;
  problems?: Readonly<Record<number, CellProblem>>;
  /**
   * Columns, counted from 0, that a spreadsheet may display differently, such as dates and
   * formatted numbers.
   */
  converted?: readonly number[];
};

/** Returns the number of characters of a row. */
export const countCharacters = (cells: readonly string[]): number =>
  cells.reduce((sum, { length }) => sum + length, 0);

/** How a file was read, as far as this does not depend on the type's columns. */
export type FileSource = Omit<Source, 'headingRow' | 'sample'> & {
  hiddenColumns: readonly number[];
};

/** Reason why a file is refused. Rows and columns are counted from 1. */
export type Refusal =
  | {
      reason:
        | 'unreadable'
        | 'no-text'
        | 'no-sheet'
        | 'too-many-rows'
        | 'too-many-columns'
        | 'too-many-cells';
    }
  | {
      /** `text-too-long`: a text shared by cells is too long; it belongs to no row. */
      reason: 'text-too-long' | 'too-much-text';
    }
  | { reason: 'row-too-long'; row: number }
  | { reason: 'cell-too-long'; row: number; column: number };

/** Thrown as soon as a file is known to be invalid. */
export class RefusedFile extends Error {
  override name = 'RefusedFile';

  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}

export type ReadingTask = { path: string; limits: Limits; reading: ReadOptions };

export type FromWorker =
  | { kind: 'rows'; rows: SheetRow[] }
  | { kind: 'end'; source: FileSource }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'failed'; reason: string };
