/** What is written: a row for each language of an entry, or one with its languages beside each other. */
export const layouts = ['rows', 'columns'] as const;

export type SheetLayout = (typeof layouts)[number];

export const formats = ['xlsx', 'csv-semicolon', 'csv-comma'] as const;

/** Of a file: a workbook, or CSV with the separator that Spanish spreadsheets take, or others. */
export type SheetFormat = (typeof formats)[number];

/** What an import writes: drafts, or drafts that it publishes at once. */
export const modes = ['draft', 'publish'] as const;

export type ImportMode = (typeof modes)[number];

export type RunKind = 'export' | 'import';

/**
 * `checking`: a dry run; `checked`: waits for whoever began it; `working`: an export is read, or an import written;
 * `failed`: what began it is not there any more.
 */
export type RunState = 'checking' | 'checked' | 'working' | 'done' | 'cancelled' | 'failed';

export const activeStates: readonly RunState[] = ['checking', 'working'];

/** Whether what is said of its entries is what would become of them. */
export const isPlannedIn = ({ state }: { state: RunState }): boolean =>
  state === 'checked' || state === 'checking';

/** What becomes, or has become, of an entry; `left`: the import was ended before it. */
export const outcomes = ['created', 'changed', 'unchanged', 'refused', 'left'] as const;

export type Outcome = (typeof outcomes)[number];

export type Counts = Readonly<Record<Outcome, number>>;

/** An import or export as people see it. */
export type Run = {
  id: string;
  kind: RunKind;
  uid: string;
  /** What the type is called, as an id of the panel's texts. */
  type: string;
  /** The file's name. */
  file: string;
  mode: ImportMode;
  state: RunState;
  /** Entries that are through, of all. */
  done: number;
  total: number;
  counts: Counts;
  /** Whether it has been checked, and there is nothing in it to be written. */
  isVoid: boolean;
  /** Columns of the file that are not read, as the file calls them. */
  ignored: readonly string[];
  /** When it began (ISO 8601). */
  at: string;
};

/** One of several: what has become of their entries is counted for one at a time. */
export type ListedRun = Omit<Run, 'counts'>;

/** An entry of a file, and what becomes of it. */
export type Item = {
  number: number;
  /** The file's rows that are about it; the first one with entries is 2. */
  rows: readonly number[];
  documentId: string | null;
  title: string;
  outcome: Outcome;
  /** The columns that it changes, as the file calls them. */
  changes: readonly string[];
  /** Why it is refused. */
  reason: string | null;
};

/** A type whose entries can be written to a file, and whether they can be read from one. */
export type SheetType = {
  uid: string;
  type: string;
  mayImport: boolean;
  mayPublish: boolean;
  locales: readonly string[];
  /** Whether only its texts are in the file, a row each. */
  isByText: boolean;
};

export const MOST_ROWS = 10_000;

/** Of a file; exports have some hundreds. */
export const MOST_COLUMNS = 2_000;

/** Of all rows of a file together: each takes memory of its own, however short it is. */
export const MOST_CELLS = 3_000_000;

/** Characters of a cell: what forms save is no longer. */
export const MOST_OF_CELL = 2 ** 20;

/** Characters of a row. */
export const MOST_OF_ROW = 4 * MOST_OF_CELL;
