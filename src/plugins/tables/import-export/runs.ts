/**
 * Layouts of an exported file: a row per locale of an entry, or a row per entry with its locales
 * side by side.
 */
export const layouts = ['rows', 'columns'] as const;

export type SheetLayout = (typeof layouts)[number];

export const formats = ['xlsx', 'csv-semicolon', 'csv-comma'] as const;

/** Format of a file: a workbook, or CSV. Spanish spreadsheet programs expect semicolons. */
export type SheetFormat = (typeof formats)[number];

/** Modes of an import: drafts only, or drafts that are published at once. */
export const modes = ['draft', 'publish'] as const;

export type ImportMode = (typeof modes)[number];

export type RunKind = 'export' | 'import';

/**
 * State of a run. `checking`: a dry run is active; `checked`: it waits for its owner; `working`: an
 * export reads, or an import writes; `failed`: its owner no longer exists; `undoing` and `undone`:
 * what an import wrote is taken back.
 */
export type RunState =
  'checking' | 'checked' | 'working' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone';

export const activeStates: readonly RunState[] = ['checking', 'working', 'undoing'];

/** States in which an import has ended and can be undone. */
export const endedStates: readonly RunState[] = ['done', 'cancelled', 'failed', 'undone'];

/** Days after which runs are deleted with the content of their files, and can no longer be undone. */
export const KEPT_DAYS = 30;

/** Effect that the undo of an import would have, or had. */
export type UndoCounts = {
  /** Entries that move to the bin. */
  created: number;
  /** Entries that return to the version before. */
  changed: number;
  /** Entries that somebody has changed since the import. They stay. */
  kept: number;
  /** Entries that an older release wrote without the data for an undo. They stay. */
  unrecorded: number;
  /** Last moment (ISO 8601). */
  until: string;
};

/** Entries of an undo: taken back, kept, and not reached yet. */
export type UndoProgress = { undone: number; kept: number; open: number };

/** Returns whether the outcomes are predictions of a dry run. */
export const isPlannedIn = ({ state }: { state: RunState }): boolean =>
  state === 'checked' || state === 'checking';

/** Outcomes of an entry. `left`: the import ended before it, or an answer leaves it out. */
export const outcomes = ['created', 'changed', 'unchanged', 'refused', 'left'] as const;

export type Outcome = (typeof outcomes)[number];

export type Counts = Readonly<Record<Outcome, number>>;

/**
 * Questions of a dry run with their possible answers, to be answered before an import writes. Until
 * then the dry run assumes the first answer, which changes the least.
 */
export const questionAnswers = {
  /** Cells are empty although the entry has a value. */
  EMPTY_CELLS: ['keep', 'clear'],
  /** Rows are hidden, by hand or by a filter. */
  HIDDEN_ROWS: ['skip', 'import'],
  /** Cells of hidden columns would change a value. */
  HIDDEN_COLUMNS: ['skip', 'import'],
  /** Cells have a value but no heading. */
  CELLS_BEYOND: ['skip', 'import'],
  /**
   * SKUs or slugs resemble stored ones, or others of the file, in the way that spreadsheet programs
   * change codes.
   */
  NEAR_KEYS: ['skip', 'same', 'different'],
  /** Many entries would be created. */
  MANY_CREATED: ['create', 'skip'],
  /** Texts look as if they had been read in the wrong encoding. */
  DAMAGED_TEXT: ['skip', 'import'],
  /**
   * Cells of text fields hold dates or formatted numbers, which spreadsheets display differently.
   */
  CONVERTED_CELLS: ['skip', 'import'],
} as const;

export type QuestionCode = keyof typeof questionAnswers;

export const questionCodes = Object.keys(questionAnswers) as readonly QuestionCode[];

/** Answers of the importing user, by question. */
export type Answers = { readonly [Code in QuestionCode]?: (typeof questionAnswers)[Code][number] };

/** Place in the file that a question is about. */
export type Sample = {
  row: number | null;
  /** Heading of the column. Null: the whole row. */
  column: string | null;
  text: string;
};

export type Question = {
  code: QuestionCode;
  /** Number of cells, rows or entries concerned. */
  count: number;
  /** Number of rows read. */
  rows: number;
  samples: readonly Sample[];
  answers: readonly string[];
  /** Null: not answered yet. */
  answer: string | null;
};

/**
 * Cause of errors. `NOT_FOUND`, `SEVERAL_FOUND`: the name of an entry matches none, or several.
 * `INVALID`: a value that its field refuses. `REFUSED`: the whole entry is refused.
 */
export type CauseCode = 'NOT_FOUND' | 'SEVERAL_FOUND' | 'INVALID' | 'REFUSED';

export const decisionKinds = ['choose', 'create', 'empty'] as const;

/** Decision about the name in all rows: another entry, a new entry, or none. */
export type DecisionKind = (typeof decisionKinds)[number];

/** Decision that a person sends. `documentId`: the chosen entry. */
export type Decision = { kind: DecisionKind; documentId?: string | undefined };

/** Values that all errors of a group share. */
export type CauseKey = {
  code: CauseCode;
  /** Heading of the column. Empty: the whole entry. */
  column: string;
  /** Value in the file. */
  value: string;
};

export type Cause = CauseKey & {
  /** Error message of the first row. */
  reason: string;
  /** Number of rows, and the first of them. */
  count: number;
  rows: readonly number[];
  /** Type of the entry to choose. Null: no entry can be chosen. */
  target: string | null;
  /** Possible decisions. */
  decisions: readonly DecisionKind[];
  /** Decision made, with the name of the chosen entry. Null: the rows are refused. */
  decision: { kind: DecisionKind; name: string | null } | null;
};

/** Maximum number of causes listed, and of decisions stored. */
export const MOST_CAUSES = 100;

/** Maximum length of a name that can be decided about. */
export const LONGEST_NAME = 200;

export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'cp850',
] as const;

export type Encoding = (typeof encodings)[number];

export const delimiters = [';', ',', '\t', '|'] as const;

export type Delimiter = (typeof delimiters)[number];

/** How to read a file. Null values are detected. */
export type ReadOptions = {
  encoding: Encoding | null;
  delimiter: Delimiter | null;
  sheet: string | null;
};

/** How a file was read. */
export type Source = {
  /** Set for CSV. */
  encoding: Encoding | null;
  delimiter: string | null;
  /** Set for workbooks. */
  sheet: string | null;
  hiddenSheets: readonly string[];
  /** Visible sheets with content that are not read. Older releases did not store them. */
  otherSheets?: readonly string[];
  headingRow: number;
  /** First cells of this row and of three others, preferring rows with non-ASCII letters. */
  sample: readonly (readonly string[])[];
};

/** Column of a file whose heading names no field. */
export type UnknownColumn = {
  /** Heading without its locale. */
  heading: string;
  /** Path of the field that a person has assigned to it. Null: none. */
  place: string | null;
  /** Whether a person has decided that imports ignore it. */
  isIgnored: boolean;
};

/** Field that a column can be assigned to. */
export type AssignableField = { place: string; label: { en: string; es: string } };

/** Maximum number of unknown columns that can be assigned in an import. */
export const MOST_UNKNOWN = 50;

export const LONGEST_HEADING = 200;

/** Maximum number of headings remembered per type. */
export const MOST_REMEMBERED = 500;

export type Run = {
  id: string;
  kind: RunKind;
  uid: string;
  /** Display name of the type, a message id of the panel. */
  type: string;
  file: string;
  mode: ImportMode;
  state: RunState;
  /** Number of processed entries, and of all. */
  done: number;
  total: number;
  counts: Counts;
  /** Whether the check found nothing to write. */
  isVoid: boolean;
  /** Columns of the file that are not read, by heading. */
  ignored: readonly string[];
  /** Columns whose headings name no field. */
  columns: readonly UnknownColumn[];
  source: Source | null;
  /** Questions to answer before an import writes. */
  questions: readonly Question[];
  /** Errors of the dry run by cause, those with decisions and the most frequent first. */
  causes: readonly Cause[];
  /** Entries that the import wrote and that can be, or were, taken back. Null: none. */
  undo: UndoProgress | null;
  at: string;
};

/** Run in a list, without the values that are counted for a single run. */
export type ListedRun = Omit<
  Run,
  'causes' | 'columns' | 'counts' | 'questions' | 'source' | 'undo'
>;

/** Entry of a file with its outcome. */
export type Item = {
  /** Entries that a decision creates have numbers below 0. */
  number: number;
  /** Type of the entry. */
  uid: string;
  rows: readonly number[];
  documentId: string | null;
  title: string;
  outcome: Outcome;
  changes: readonly string[];
  /** Reason of a refusal, or why an undo kept the entry. */
  reason: string | null;
  /** Whether an undo took the entry back. Null: there was none. */
  isUndone: boolean | null;
};

/** Content type that can be exported, with the permissions to import it. */
export type SheetType = {
  uid: string;
  type: string;
  mayImport: boolean;
  mayPublish: boolean;
  locales: readonly string[];
  /** Whether files contain only its texts, one per row. */
  isByText: boolean;
};

export const MOST_ROWS = 10_000;

/** Maximum number of columns of a file. Exports have a few hundred. */
export const MOST_COLUMNS = 2_000;

/** Maximum number of cells of a file, also of an export. Each takes memory, however short it is. */
export const MOST_CELLS = 3_000_000;

/** Maximum number of characters of a cell, as in forms. */
export const MOST_OF_CELL = 2 ** 20;

/** Maximum number of characters of a row. */
export const MOST_OF_ROW = 4 * MOST_OF_CELL;
