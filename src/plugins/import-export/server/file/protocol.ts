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

/** What is wrong with a file; the row that names the columns is the first one. */
export type Refusal =
  | { reason: 'unreadable' | 'no-text' | 'too-many-rows' | 'too-many-columns' | 'too-many-cells' }
  | {
      /** `text-too-long`: one of the texts that cells share, which is in no row of its own. */
      reason: 'text-too-long' | 'too-much-text';
    }
  | { reason: 'row-too-long'; row: number }
  | { reason: 'cell-too-long'; row: number; column: number };

/** What a thread is to do with a file. */
export type WorkerTask = { kind: 'read'; path: string; limits: Limits } | { kind: 'write' };

export type ToWorker = { kind: 'rows'; rows: string[][] } | { kind: 'end' };

export type FromWorker =
  | { kind: 'rows'; rows: string[][] }
  | { kind: 'end' }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'failed'; reason: string };
