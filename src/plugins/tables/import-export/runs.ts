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

/**
 * What a dry run asks before an import may write, and the answers to each question. Until somebody answers, the dry run
 * assumes the first answer, which changes the least.
 */
export const questionAnswers = {
  /** Empty cells of the file stand where the entry holds something. */
  EMPTY_CELLS: ['keep', 'clear'],
  /** Rows are hidden, by hand or by a filter. */
  HIDDEN_ROWS: ['skip', 'import'],
  /** Cells of hidden columns would change something. */
  HIDDEN_COLUMNS: ['skip', 'import'],
  /** Cells hold something and have no heading. */
  CELLS_BEYOND: ['skip', 'import'],
  /** SKUs or slugs resemble existing ones, or others of the file, as spreadsheet programs change them. */
  NEAR_KEYS: ['skip', 'same', 'different'],
  /** Many entries would be created. */
  MANY_CREATED: ['create', 'skip'],
  /** Texts look as if they were read in the wrong encoding. */
  DAMAGED_TEXT: ['skip', 'import'],
  /** Cells of text fields hold dates or formatted numbers, which spreadsheets show in other ways. */
  CONVERTED_CELLS: ['skip', 'import'],
} as const;

export type QuestionCode = keyof typeof questionAnswers;

export const questionCodes = Object.keys(questionAnswers) as readonly QuestionCode[];

/** The answers of whoever imports, by question. */
export type Answers = { readonly [Code in QuestionCode]?: (typeof questionAnswers)[Code][number] };

/** One of the places in the file that a question is about. */
export type Sample = {
  row: number | null;
  /** The column as people read it; null where the whole row is meant. */
  column: string | null;
  text: string;
};

export type Question = {
  code: QuestionCode;
  /** Cells, rows or entries that it is about. */
  count: number;
  /** Rows of the file that are read. */
  rows: number;
  samples: readonly Sample[];
  answers: readonly string[];
  /** Null until somebody answers. */
  answer: string | null;
};

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

/** How somebody wants a file to be read; what is null is detected. */
export type Reading = {
  encoding: Encoding | null;
  delimiter: Delimiter | null;
  /** The name of a sheet of a workbook. */
  sheet: string | null;
};

/** How a file was read. */
export type Source = {
  /** Of CSV. */
  encoding: Encoding | null;
  delimiter: string | null;
  /** Of a workbook. */
  sheet: string | null;
  hiddenSheets: readonly string[];
  /** Visible sheets that hold something and are not read; runs of older releases do not say. */
  otherSheets?: readonly string[];
  /** The row that names the columns. */
  headingRow: number;
  /** The first cells of that row and of three others, those with letters beyond ASCII first. */
  sample: readonly (readonly string[])[];
};

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
  /** How the file of an import was read; null for exports. */
  source: Source | null;
  /** What has to be answered before an import writes. */
  questions: readonly Question[];
  /** When it began (ISO 8601). */
  at: string;
};

/** One of several: what has become of their entries is counted for one at a time. */
export type ListedRun = Omit<Run, 'counts' | 'questions' | 'source'>;

/** An entry of a file, and what becomes of it. */
export type Item = {
  number: number;
  /** The file's rows that are about it, counted from 1 with all rows above them. */
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
