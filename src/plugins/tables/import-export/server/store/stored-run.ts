import type { UID } from '@strapi/types';
import { fromJson } from '#platform/jobs/database';
import type {
  Answers,
  ImportMode,
  Item,
  RunKind,
  RunState,
  SheetFormat,
  SheetLayout,
  Source,
  UnknownColumn,
} from '../../runs';
import type { PublishedVersions } from '#plugins/changes/history';
import type { ListSelection } from '#plugins/tables/lists';
import type { Ask, EntryCause, StoredDecision } from '../questions';
import type { Definition } from '#platform/database/installer';

/** Schema apart from Strapi's tables, which it inspects and changes at every start. */
const SCHEMA = 'import_export';

export const RUNS = `${SCHEMA}.runs`;

/** Items: entries of an import, or documents of an export. */
export const ITEMS = `${SCHEMA}.items`;

/** Rows of imported files with their original cells. The heading row has no item. */
export const ROWS = `${SCHEMA}.rows`;

/** Meanings of headings, as people have assigned them. Without a place, imports ignore the column. */
export const HEADINGS = `${SCHEMA}.headings`;

export const runDefinitions: readonly Definition[] = [
  {
    kind: 'table',
    name: RUNS,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE TABLE ${RUNS} (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        kind text NOT NULL,
        uid text NOT NULL,
        owner integer NOT NULL,
        state text NOT NULL,
        file text NOT NULL,
        options jsonb NOT NULL,
        ignored jsonb NOT NULL DEFAULT '[]',
        done integer NOT NULL DEFAULT 0,
        total integer NOT NULL DEFAULT 0,
        made_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX runs_owner_index ON ${RUNS} (owner, made_at);
      CREATE INDEX runs_made_at_index ON ${RUNS} (made_at)`,
  },
  {
    kind: 'table',
    name: ITEMS,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE TABLE ${ITEMS} (
        run uuid NOT NULL,
        number integer NOT NULL,
        content jsonb NOT NULL,
        checked jsonb,
        result jsonb,
        PRIMARY KEY (run, number)
      )`,
  },
  {
    kind: 'table',
    name: HEADINGS,
    create: `
      CREATE TABLE ${HEADINGS} (
        uid text NOT NULL,
        heading text NOT NULL,
        place text,
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (uid, heading)
      )`,
  },
  {
    kind: 'table',
    name: ROWS,
    // Older releases delete runs without their rows.
    create: `
      CREATE TABLE ${ROWS} (
        run uuid NOT NULL REFERENCES ${RUNS} ON DELETE CASCADE,
        number integer NOT NULL,
        item integer,
        cells jsonb NOT NULL,
        PRIMARY KEY (run, number)
      )`,
  },
];

/** Language of the owner, for headings, values and reasons. */
type InLanguage = { language: string };

/** Options of an import. Older releases stored neither answers, a source, decisions nor columns. */
export type ImportOptions = InLanguage & {
  mode: ImportMode;
  answers?: Answers;
  source?: Source;
  decisions?: readonly StoredDecision[];
  columns?: readonly UnknownColumn[];
};

export type ExportOptions = InLanguage & {
  layout: SheetLayout;
  format: SheetFormat;
  locales: readonly string[];
  /** Filters of a list. Null: all readable entries. */
  list: ListSelection | null;
  /** Id of the last document read. Documents are read in order of their ids. */
  after: string;
};

export type StoredRun = {
  id: string;
  kind: RunKind;
  uid: UID.ContentType;
  owner: number;
  state: RunState;
  file: string;
  options: ImportOptions | ExportOptions;
  ignored: readonly string[];
  done: number;
  total: number;
  at: string;
};

export type ItemOutcome = Omit<Item, 'number' | 'rows' | 'isUndone' | 'uid'> & {
  /** Version of each locale's draft at the dry run. */
  versions: Readonly<Record<string, string | null>>;
  /** Questions of the dry run about it. */
  asks?: readonly Ask[];
  /** Causes of its errors in the dry run. Older releases did not store them. */
  causes?: readonly EntryCause[];
  /** Keys of the related entries that it needs. */
  related?: readonly string[];
  /** Data for its undo. Older releases did not store it. */
  written?: WrittenItem;
  /** Result of its undo. `reason`: why it was kept. */
  undone?: Undone;
};

/** Transaction of a write, and the published versions that it replaced. Null: it published none. */
type WrittenItem = { transaction: string; published: PublishedVersions | null };

export type Undone = { isUndone: boolean; reason: string | null };

/** Phase of an import: dry run, or writing. */
export type Phase = 'checked' | 'result';

export type ToldItem = { number: number; outcome: ItemOutcome };

/** Written entry that an undo takes back. */
export type WrittenEntry = ToldItem & { uid: UID.ContentType };

export type StoredItem = {
  number: number;
  content: unknown;
  checked: ItemOutcome | null;
  result: ItemOutcome | null;
};

/** Row of a file with its original cells. `item`: number of its entry; null for the headings. */
export type FileRow = { number: number; item: number | null; cells: readonly string[] };

/** Yields pages of numbered rows until one is empty. */
export async function* streamPages<Row extends { number: number }>(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const rows = await read(after);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.number ?? after;
  }
}

export const runFrom = (row: Record<string, unknown>): StoredRun => ({
  id: String(row.id),
  kind: row.kind as RunKind,
  uid: row.uid as UID.ContentType,
  owner: Number(row.owner),
  state: row.state as RunState,
  file: String(row.file),
  options: fromJson(row.options) as StoredRun['options'],
  ignored: fromJson(row.ignored) as readonly string[],
  done: Number(row.done),
  total: Number(row.total),
  at: new Date(String(row.made_at)).toISOString(),
});

export const toStoredItem = (row: Record<string, unknown>): StoredItem => ({
  number: Number(row.number),
  content: fromJson(row.content),
  checked: fromJson(row.checked) as ItemOutcome | null,
  result: fromJson(row.result) as ItemOutcome | null,
});

export const UID_OF_ITEM = `coalesce(item.content -> 'related' ->> 'uid', run.uid)`;

/** SQL condition of the entries that an import writes. */
export const IS_TO_WRITE = `checked ->> 'outcome' IN ('created', 'changed')`;

/** SQL condition of the entries that an import has written and no undo has taken back. */
export const IS_WRITTEN = `result ->> 'outcome' IN ('created', 'changed') AND result -> 'written' IS NOT NULL
  AND result -> 'undone' ->> 'isUndone' IS DISTINCT FROM 'true'`;

/** SQL condition of the entries that the current undo has to take back. */
export const TO_UNDO = `${IS_WRITTEN} AND result -> 'undone' IS NULL`;
