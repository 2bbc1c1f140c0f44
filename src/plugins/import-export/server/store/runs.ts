import type { Core, UID } from '@strapi/types';
import { fromJson } from '../../../../jobs/database';
import { findModel } from '../../../../strapi/models';
import { sql, type Transaction } from '../../../../strapi/queries';
import type {
  Counts,
  ImportMode,
  Item,
  Outcome,
  Run,
  RunKind,
  RunState,
  SheetFormat,
  SheetLayout,
} from '../../runs';
import { ITEMS, RUNS } from '../definitions';

type WithStrapi = { strapi: Core.Strapi };

/** In which language whoever begins it reads the panel: that of headings, values and reasons. */
type InLanguage = { language: string };

export type ImportOptions = InLanguage & { mode: ImportMode };

export type ExportOptions = InLanguage & {
  layout: SheetLayout;
  format: SheetFormat;
  locales: readonly string[];
  /** The last document that was read; the next is later in their order. */
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

/** What has become of an entry of an import, or would. */
export type ItemOutcome = Omit<Item, 'number' | 'rows'> & {
  /** The version of each language that the dry run was held against. */
  versions: Readonly<Record<string, string | null>>;
};

/** The dry run, or what is written. */
export type Phase = 'checked' | 'result';

export type ToldItem = { number: number; outcome: ItemOutcome };

export type StoredItem = {
  number: number;
  content: unknown;
  checked: ItemOutcome | null;
  result: ItemOutcome | null;
};

const runFrom = (row: Record<string, unknown>): StoredRun => ({
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

const itemFrom = (row: Record<string, unknown>): StoredItem => ({
  number: Number(row.number),
  content: fromJson(row.content),
  checked: fromJson(row.checked) as ItemOutcome | null,
  result: fromJson(row.result) as ItemOutcome | null,
});

/** Items that are written together. */
const PIECE = 200;

/** Of an import, the entries that its second part writes. */
const TO_WRITE = `checked ->> 'outcome' IN ('created', 'changed')`;

export const runsOf = ({ strapi }: WithStrapi) => ({
  async make(
    run: Pick<StoredRun, 'kind' | 'uid' | 'owner' | 'state' | 'file' | 'ignored' | 'total'> & {
      options: ImportOptions | ExportOptions;
    },
    items: readonly object[],
    trx: Transaction,
  ): Promise<string> {
    const { rows } = await sql(
      { strapi, trx },
      `INSERT INTO ${RUNS} (kind, uid, owner, state, file, options, ignored, total)
       VALUES (:kind, :uid, :owner, :state, :file, CAST(:options AS jsonb), CAST(:ignored AS jsonb), :total)
       RETURNING id`,
      { ...run, options: JSON.stringify(run.options), ignored: JSON.stringify(run.ignored) },
    );
    const id = String(rows[0]?.id);
    await this.addItems(id, items, trx);
    return id;
  },

  /** Adds items behind those that there are, in pieces that keep nobody waiting. */
  async addItems(run: string, items: readonly object[], trx: Transaction): Promise<void> {
    for (let at = 0; at < items.length; at += PIECE) {
      await sql(
        { strapi, trx },
        `INSERT INTO ${ITEMS} (run, number, content)
         SELECT CAST(:run AS uuid), last.number + ordinality, given.content
         FROM jsonb_array_elements(CAST(:items AS jsonb)) WITH ORDINALITY AS given (content, ordinality),
           (SELECT coalesce(max(number), 0) AS number FROM ${ITEMS} WHERE run = CAST(:run AS uuid)) last`,
        { run, items: JSON.stringify(items.slice(at, at + PIECE)) },
      );
    }
  },

  async find(id: string, trx?: Transaction): Promise<StoredRun | null> {
    const { rows } = await sql(
      { strapi, trx },
      `SELECT * FROM ${RUNS} WHERE id = CAST(? AS uuid)`,
      [id],
    );
    return rows[0] === undefined ? null : runFrom(rows[0]);
  },

  /** Somebody's, the latest first. */
  async of(owner: number, most: number): Promise<StoredRun[]> {
    const { rows } = await sql(
      { strapi },
      `SELECT * FROM ${RUNS} WHERE owner = ? ORDER BY made_at DESC LIMIT ?`,
      [owner, most],
    );
    return rows.map(runFrom);
  },

  /** @returns whether it was in one of the states, and is in the new one now */
  async turn(
    id: string,
    from: readonly RunState[],
    to: RunState,
    trx?: Transaction,
  ): Promise<boolean> {
    const { rowCount } = await sql(
      { strapi, trx },
      `UPDATE ${RUNS} SET state = :to, done = 0 WHERE id = CAST(:id AS uuid)
         AND state = ANY(CAST(:from AS text[]))`,
      { id, to, from: [...from] },
    );
    return rowCount > 0;
  },

  /** An export has been read to its end. */
  async finish(id: string): Promise<void> {
    await sql(
      { strapi },
      `UPDATE ${RUNS} SET state = 'done' WHERE id = CAST(? AS uuid) AND state = 'working'`,
      [id],
    );
  },

  /** What is to be checked or written next. */
  async next(run: string, phase: Phase, most: number): Promise<StoredItem[]> {
    const { rows } = await sql(
      { strapi },
      `SELECT number, content, checked, result FROM ${ITEMS} WHERE run = CAST(:run AS uuid)
         AND ${phase === 'checked' ? 'checked IS NULL' : `result IS NULL AND ${TO_WRITE}`}
       ORDER BY number LIMIT :most`,
      { run, most },
    );
    return rows.map(itemFrom);
  },

  /** @returns false where something was told of one of them already, or the run does not go on */
  async tell(
    run: string,
    phase: Phase,
    told: readonly ToldItem[],
    trx?: Transaction,
  ): Promise<boolean> {
    const { rowCount } = await sql(
      { strapi, trx },
      `UPDATE ${ITEMS} item SET ${phase} = given.outcome
       FROM jsonb_to_recordset(CAST(:told AS jsonb)) AS given (number integer, outcome jsonb)
       WHERE item.run = CAST(:run AS uuid) AND item.number = given.number AND item.${phase} IS NULL
         AND EXISTS (SELECT FROM ${RUNS} WHERE id = CAST(:run AS uuid) AND state = :state FOR SHARE)`,
      { run, told: JSON.stringify(told), state: phase === 'checked' ? 'checking' : 'working' },
    );
    return rowCount === told.length;
  },

  /** Items from a number on, those of an outcome where one is named. */
  async items(
    run: string,
    { after, most, outcome = null }: { after: number; most: number; outcome?: Outcome | null },
  ): Promise<StoredItem[]> {
    const { rows } = await sql(
      { strapi },
      `SELECT number, content, checked, result FROM ${ITEMS}
       WHERE run = CAST(:run AS uuid) AND number > :after
         AND (CAST(:outcome AS text) IS NULL OR coalesce(result, checked) ->> 'outcome' = :outcome)
       ORDER BY number LIMIT :most`,
      { run, after, most, outcome },
    );
    return rows.map(itemFrom);
  },

  async seen(run: StoredRun, trx?: Transaction): Promise<Run> {
    const { rows } = await sql(
      { strapi, trx },
      `SELECT coalesce(result, checked) ->> 'outcome' AS outcome, count(*) AS count,
         count(*) FILTER (WHERE result IS NOT NULL) AS written,
         count(*) FILTER (WHERE ${TO_WRITE}) AS wanted
       FROM ${ITEMS} WHERE run = CAST(? AS uuid) GROUP BY 1`,
      [run.kind === 'import' ? run.id : '00000000-0000-0000-0000-000000000000'],
    );
    const counts: Record<Outcome, number> = { created: 0, changed: 0, unchanged: 0, refused: 0 };
    const sum = (name: 'written' | 'wanted'): number =>
      rows.reduce((all, row) => all + Number(row[name]), 0);
    for (const { outcome, count } of rows) {
      if (typeof outcome === 'string') counts[outcome as Outcome] = Number(count);
    }
    const checked = Object.values(counts).reduce((all, count) => all + count, 0);
    const isWritten = run.kind === 'import' && (run.state === 'working' || sum('written') > 0);
    const progress =
      run.kind === 'export'
        ? { done: run.done, total: run.total }
        : isWritten
          ? { done: sum('written'), total: sum('wanted') }
          : { done: checked, total: run.total };
    return {
      id: run.id,
      kind: run.kind,
      uid: run.uid,
      type: findModel({ strapi }, run.uid)?.info.displayName ?? run.uid,
      file: run.file,
      mode: (run.options as Partial<ImportOptions>).mode ?? 'draft',
      state: run.state,
      ...progress,
      counts: counts satisfies Counts,
      ignored: run.ignored,
      at: run.at,
    };
  },

  async forgetOld(days: number): Promise<void> {
    await sql(
      { strapi },
      `WITH old AS (DELETE FROM ${RUNS} WHERE made_at < now() - make_interval(days => :days) RETURNING id)
       DELETE FROM ${ITEMS} WHERE run IN (SELECT id FROM old)`,
      { days },
    );
  },
});

export type Runs = ReturnType<typeof runsOf>;

/** An item as people see it. */
export const itemSeen = ({ number, content, checked, result }: StoredItem): Item | null => {
  const outcome = result ?? checked;
  if (outcome === null) return null;
  const { documentId, title, outcome: become, changes, reason } = outcome;
  const { rows } = content as { rows: readonly number[] };
  return { number, rows, documentId, title, outcome: become, changes, reason };
};
