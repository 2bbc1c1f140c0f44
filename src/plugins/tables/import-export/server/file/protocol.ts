import type { Reading, Source } from '../../runs';

/** How much a file may hold. */
export type Limits = {
  rows: number;
  columns: number;
  /** Cells of all rows. */
  cells: number;
  /** Characters of a cell. */
  cell: number;
  /** Characters of a row. */
  row: number;
  /** Characters of all cells. A few kilobytes of a workbook can hold gigabytes, by one text in many cells. */
  text: number;
};

/** Why an empty cell says nothing: its formula has no result or an error, or it is covered by a merged cell. */
export type CellProblem = 'formula' | 'error' | 'merged';

/** A row that holds something. */
export type SheetRow = {
  /** Counted from 1, with blank rows. */
  number: number;
  cells: string[];
  isHidden?: boolean;
  /** By columns that are counted from 0. */
  problems?: Readonly<Record<number, CellProblem>>;
  /** Columns, counted from 0, whose cells a spreadsheet may show in another way: dates, numbers with a format. */
  converted?: readonly number[];
};

/** How a file was read, as far as that is known without the columns of the type. */
export type FileSource = Omit<Source, 'headingRow' | 'sample'> & {
  /** Columns that are hidden, counted from 0. */
  hiddenColumns: readonly number[];
};

/** What is wrong with a file; the row that names the columns is the first one. */
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
      /** `text-too-long`: one of the texts that cells share, which is in no row of its own. */
      reason: 'text-too-long' | 'too-much-text';
    }
  | { reason: 'row-too-long'; row: number }
  | { reason: 'cell-too-long'; row: number; column: number };

/** What a thread is to do with a file. */
export type WorkerTask =
  { kind: 'read'; path: string; limits: Limits; reading: Reading } | { kind: 'write' };

export type ToWorker = { kind: 'rows'; rows: string[][] } | { kind: 'end' };

export type FromWorker =
  | { kind: 'rows'; rows: SheetRow[] }
  | { kind: 'end'; source: FileSource }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'failed'; reason: string };
