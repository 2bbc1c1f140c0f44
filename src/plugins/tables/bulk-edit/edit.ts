import type { Text } from '../../../feature/layout';

export type ColumnKind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'price'
  | 'boolean'
  | 'choice'
  | 'date'
  | 'datetime'
  | 'time'
  | 'relation'
  | 'media';

/** A field of a type that can be changed in a grid. */
export type Column = {
  name: string;
  label: Text;
  kind: ColumnKind;
  /** Whether each language has its own. */
  isLocalized: boolean;
  /** Of a choice: what can be chosen. */
  choices: readonly string[];
  /** Of a moment: the time zone of its cells, which its label names. */
  timeZone: string | null;
  /** Of a relation, and of media: the type behind it, and whether it names several. */
  target: string | null;
  isMany: boolean;
};

export type Columns = {
  /** What the type is called, as an id of the panel's texts. */
  type: string;
  columns: readonly Column[];
  /** The languages of the site, the default one first; none where the type has none. */
  locales: readonly string[];
};

/** The rows of a file, as `POST /import-export/rows` reads them for the grid. */
export type SheetRows = {
  rows: readonly { cells: readonly string[]; isHidden: boolean }[];
  /** Counted from 0. */
  hiddenColumns: readonly number[];
  /** Of a workbook: the sheet that was read, and those that it hides. */
  sheet: string | null;
  hiddenSheets: readonly string[];
  /** Visible sheets that hold something and are not read. */
  otherSheets: readonly string[];
};

/** A column of a grid: a field, in one of the languages. */
export type Asked = { name: string; locale: string | null };

/** A row as somebody has written it: how its entry is called, and what is to stand in each column. */
export type Written = {
  /** SKU, slug or document id. */
  key: string;
  /** Null leaves a cell as it is; an empty text clears it. */
  cells: readonly (string | null)[];
};

export type Cell = {
  before: string;
  after: string;
  /** Why it cannot be so; null where nothing hinders it. */
  error: Text | null;
};

/** What is written into one language of an entry, and what takes it back. */
export type Change = {
  locale: string | null;
  /** The `updatedAt` of the draft that the change is based on. */
  version: string;
  data: Readonly<Record<string, unknown>>;
  undo: Readonly<Record<string, unknown>>;
  /** What visitors see in the same fields, which is not what the draft has where that has moved on; null: they see none of it. */
  seen: Readonly<Record<string, unknown>> | null;
};

/** What would become of a row. */
export type Planned = {
  key: string;
  documentId: string | null;
  title: string;
  /** Why nothing becomes of it. */
  error: Text | null;
  cells: readonly Cell[];
  changes: readonly Change[];
};

/** Where entries can be shown: by a name in an attribute of their own, or in one of others. */
export type ShownIn = {
  /** The type whose attribute it is. */
  uid: string;
  attribute: string;
  label: Text;
  /** The type of which one entry is chosen for all of them, and what it is called, as an id of the panel's texts. */
  chosen: string;
  type: string;
};

export const MOST_ROWS = 500;
export const MOST_COLUMNS = 20;

/** What some entries name, and could name another one instead. */
export type Replaceable = {
  attribute: string;
  label: Text;
  target: string;
  documentId: string;
  name: string;
  /** How many of the entries name it. */
  count: number;
};
