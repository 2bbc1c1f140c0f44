import type { UnchargedRow } from '#feature/uncharged-row';
import type { Text } from '#feature/layout';

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

export type Column = {
  name: string;
  label: Text;
  kind: ColumnKind;
  /** Whether each locale has its own value. */
  isLocalized: boolean;
  /** Options of a choice, as stored and as forms show them. */
  choices: readonly { value: string; label: Text }[];
  /** Time zone of an instant's cells, shown in its label. */
  timeZone: string | null;
  /** Target type of relations and media, and whether they hold several. */
  target: string | null;
  isMany: boolean;
};

export type Columns = {
  /** Name of the type, as an id of the panel's texts. */
  type: string;
  columns: readonly Column[];
  /** Locales of the site, the default first; empty if the type has none. */
  locales: readonly string[];
};

/** Rows of a file, as returned by `POST /import-export/rows`. */
export type SheetRows = {
  rows: readonly { cells: readonly string[]; isHidden: boolean }[];
  /** Indexes from 0. */
  hiddenColumns: readonly number[];
  /** Sheet of a workbook that was read, and its hidden sheets. */
  sheet: string | null;
  hiddenSheets: readonly string[];
  /** Visible sheets with content that are not read. */
  otherSheets: readonly string[];
};

export type ColumnKey = { name: string; locale: string | null };

/** Submitted row: the key of its entry and the values of its columns. */
export type SubmittedRow = {
  /** SKU, slug or documentId. */
  key: string;
  /** Null leaves a cell unchanged; an empty text clears it. */
  cells: readonly (string | null)[];
};

export type CellText = ColumnKey & { text: string };

/** The provider's price for the price of a cell. */
export type ChargedPrice = {
  amount: number;
  currency: string;
  /** Fixes if the provider does not charge the price of the cell; null if it does. */
  ways: {
    /** Cells that show the charged price; empty where it is in another currency. */
    take: readonly CellText[];
    /** Cells that stop the sale, in every locale on sale. */
    withhold: readonly CellText[];
    /** Price to create at the provider. */
    create: UnchargedRow;
  } | null;
};

export type Cell = {
  before: string;
  after: string;
  error: Text | null;
  /** Only for the price that visitors pay, if the provider's prices are known. */
  charged?: ChargedPrice;
};

/** Change of one locale of an entry, with its undo. */
export type Change = {
  locale: string | null;
  /** `updatedAt` of the draft on which the change is based. */
  version: string;
  data: Readonly<Record<string, unknown>>;
  undo: Readonly<Record<string, unknown>>;
  /** Published values of the same fields, which may differ from the draft; null if unpublished. */
  seen: Readonly<Record<string, unknown>> | null;
};

export type PlannedRow = {
  key: string;
  documentId: string | null;
  title: string;
  /** Error that prevents the change of the row. */
  error: Text | null;
  cells: readonly Cell[];
  changes: readonly Change[];
};

/** Place where entries can be shown: a relation of their own or of other entries. */
export type ShownIn = {
  uid: string;
  attribute: string;
  label: Text;
  /** Type of the chosen entry, and its name as an id of the panel's texts. */
  chosen: string;
  type: string;
};

export const MOST_ROWS = 500;
export const MOST_COLUMNS = 20;

/** Reference of some entries that can be replaced. */
export type Replaceable = {
  attribute: string;
  label: Text;
  target: string;
  documentId: string;
  name: string;
  count: number;
};
