import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { fromJson } from '../../../../../platform/jobs/database';
import {
  inRunningTransaction,
  sql,
  type Transaction,
} from '../../../../../platform/strapi/queries';
import {
  questionCodes,
  type Answers,
  type ImportMode,
  type Item,
  type RunKind,
  type RunState,
  type SheetFormat,
  type SheetLayout,
  type Source,
} from '../../runs';
import type { Listed } from '../../../lists';
import { ITEMS, RUNS } from '../definitions';
import { answerTo, type Ask } from '../questions';

/** In which language whoever begins it reads the panel: that of headings, values and reasons. */
type InLanguage = { language: string };

/** Imports that an older release began have neither answers nor a source. */
export type ImportOptions = InLanguage & { mode: ImportMode; answers?: Answers; source?: Source };

export type ExportOptions = InLanguage & {
  layout: SheetLayout;
  format: SheetFormat;
  locales: readonly string[];
  /** Only what a list shows; null: everything that may be read. */
  list: Listed | null;
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
  /** What the dry run asks about it. */
  asks?: readonly Ask[];
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

/** Items, and characters of JSON, that are written together. */
const PIECE = 200;
const PIECE_TEXT = 1_000_000;

/** Items as lists of JSON that are short enough to be written together. */
const piecesOf = function* (items: readonly object[]): Generator<string> {
  let [piece, characters]: [string[], number] = [[], 0];
  for (const item of items) {
    const text = JSON.stringify(item);
    piece.push(text);
    characters += text.length;
    if (piece.length < PIECE && characters < PIECE_TEXT) continue;
    yield `[${piece.join()}]`;
    [piece, characters] = [[], 0];
  }
  if (piece.length > 0) yield `[${piece.join()}]`;
};

/** Of an import, the entries that its second part writes. */
export const TO_WRITE = `checked ->> 'outcome' IN ('created', 'changed')`;

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
    for (const piece of piecesOf(items)) {
      await sql(
        { strapi, trx },
        `INSERT INTO ${ITEMS} (run, number, content)
         SELECT CAST(:run AS uuid), last.number + ordinality, given.content
         FROM jsonb_array_elements(CAST(:items AS jsonb)) WITH ORDINALITY AS given (content, ordinality),
           (SELECT coalesce(max(number), 0) AS number FROM ${ITEMS} WHERE run = CAST(:run AS uuid)) last`,
        { run, items: piece },
      );
    }
  },

  async find(id: string): Promise<StoredRun | null> {
    const { rows } = await inRunningTransaction({ strapi }, (connection) =>
      sql(connection, `SELECT * FROM ${RUNS} WHERE id = CAST(? AS uuid)`, [id]),
    );
    return rows[0] === undefined ? null : runFrom(rows[0]);
  },

  /** Somebody's, the latest first. */
  async of(owner: number, most: number): Promise<StoredRun[]> {
    const { rows } = await inRunningTransaction({ strapi }, (connection) =>
      sql(connection, `SELECT * FROM ${RUNS} WHERE owner = ? ORDER BY made_at DESC LIMIT ?`, [
        owner,
        most,
      ]),
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

  /**
   * Stores answers to what a dry run asks; entries that depend on them are checked again.
   *
   * @returns whether the run was checked
   */
  async answer(run: StoredRun, given: Answers, trx: Transaction): Promise<boolean> {
    const { answers: before = {} } = run.options as ImportOptions;
    const after = { ...before, ...given };
    const changed = questionCodes.filter(
      (code) => answerTo(before, code) !== answerTo(after, code),
    );
    const { rowCount } = await sql(
      { strapi, trx },
      `UPDATE ${RUNS} SET options = jsonb_set(options, '{answers}', CAST(:answers AS jsonb)),
         state = CASE WHEN :isSame THEN state ELSE 'checking' END
       WHERE id = CAST(:id AS uuid) AND state = 'checked'`,
      { id: run.id, answers: JSON.stringify(after), isSame: changed.length === 0 },
    );
    if (rowCount === 0) return false;
    await sql(
      { strapi, trx },
      `UPDATE ${ITEMS} SET checked = NULL WHERE run = CAST(:id AS uuid)
         AND EXISTS (SELECT FROM jsonb_array_elements(checked -> 'asks') ask
           WHERE ask ->> 'code' = ANY(CAST(:changed AS text[])))`,
      { id: run.id, changed },
    );
    return true;
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

  /** Items from a number on. */
  async items(
    run: string,
    { after, most }: { after: number; most: number },
  ): Promise<StoredItem[]> {
    const { rows } = await sql(
      { strapi },
      `SELECT number, content, checked, result FROM ${ITEMS}
       WHERE run = CAST(:run AS uuid) AND number > :after ORDER BY number LIMIT :most`,
      { run, after, most },
    );
    return rows.map(itemFrom);
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
