import type { WithStrapi } from '#platform/strapi/with-strapi';
import { toComparableText } from '#catalogue/comparable-text';
import { getJobs } from '#platform/jobs';
import { fromJson, toJson } from '#platform/jobs/database';
import {
  inRunningTransaction,
  sql,
  runSqlInTransaction,
  type Transaction,
} from '#platform/strapi/queries';
import { questionCodes, type Answers, type RunState, type UnknownColumn } from '../../runs';
import {
  ITEMS,
  ROWS,
  RUNS,
  toStoredItem,
  runFrom,
  IS_TO_WRITE,
  type FileRow,
  type ImportOptions,
  type Phase,
  type StoredItem,
  type StoredRun,
  type ToldItem,
} from './stored-run';
import {
  answerTo,
  type EntryCause,
  buildRelatedKey,
  type Related,
  type StoredDecision,
} from '../questions';

/** Maximum number of items, and of JSON characters, per statement. */
const PIECE = 200;
const PIECE_TEXT = 1_000_000;

/** Yields items as JSON lists short enough for one statement. */
const splitItems = function* (items: Iterable<object>): Generator<string> {
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

/** Name of the job that processes runs. */
export const WORK = 'import-export.work';

/** SQL condition of runs whose owner can no longer log in. */
const IS_ABANDONED = `NOT EXISTS (
  SELECT FROM admin_users u WHERE u.id = run.owner AND u.is_active AND u.blocked IS NOT TRUE)`;

/** Run before it is stored. */
export type NewRun = Omit<StoredRun, 'id' | 'done' | 'at'>;

export const createRunStore = ({ strapi }: WithStrapi) => ({
  async make(run: NewRun, items: readonly object[], trx: Transaction): Promise<string> {
    const { rows } = await sql(
      { strapi, trx },
      `INSERT INTO ${RUNS} (kind, uid, owner, state, file, options, ignored, total)
       VALUES (:kind, :uid, :owner, :state, :file, CAST(:options AS jsonb), CAST(:ignored AS jsonb), :total)
       RETURNING id`,
      { ...run, options: toJson(run.options), ignored: toJson(run.ignored) },
    );
    const id = String(rows[0]?.id);
    await this.addItems(id, items, trx);
    return id;
  },

  /** Appends items in several statements, so that none blocks the node for long. */
  async addItems(run: string, items: readonly object[], trx: Transaction): Promise<void> {
    for (const piece of splitItems(items)) {
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

  async addRows(run: string, rows: Iterable<FileRow>, trx: Transaction): Promise<void> {
    for (const piece of splitItems(rows)) {
      await sql(
        { strapi, trx },
        `INSERT INTO ${ROWS} (run, number, item, cells)
         SELECT CAST(:run AS uuid), number, item, cells
         FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS given (number integer, item integer, cells jsonb)`,
        { run, rows: piece },
      );
    }
  },

  async find(id: string): Promise<StoredRun | null> {
    const { rows } = await inRunningTransaction({ strapi }, (connection) =>
      sql(connection, `SELECT * FROM ${RUNS} WHERE id = CAST(? AS uuid)`, [id]),
    );
    return rows[0] === undefined ? null : runFrom(rows[0]);
  },

  /** Queues the job that processes the next part of a run, in the running transaction. */
  async queue(id: string): Promise<void> {
    await getJobs({ strapi }).enqueue(WORK, { run: id });
  },

  /** @param withAbandoned whether to include the runs of users who can no longer log in */
  async of(owner: number, limit: number, withAbandoned = false): Promise<StoredRun[]> {
    const { rows } = await runSqlInTransaction(
      { strapi },
      `SELECT * FROM ${RUNS} run WHERE owner = :owner OR (:withAbandoned AND ${IS_ABANDONED})
       ORDER BY made_at DESC LIMIT :limit`,
      { owner, limit, withAbandoned },
    );
    return rows.map(runFrom);
  },

  async isAbandoned(id: string): Promise<boolean> {
    const { rows } = await runSqlInTransaction(
      { strapi },
      `SELECT FROM ${RUNS} run WHERE id = CAST(? AS uuid) AND ${IS_ABANDONED}`,
      [id],
    );
    return rows.length > 0;
  },

  /**
   * Gives an abandoned run to another user, with whose rights it is processed from then on.
   *
   * @returns whether it belongs to this user: another request of theirs may have taken it over
   */
  async takeOver(id: string, owner: number): Promise<boolean> {
    const { rowCount } = await runSqlInTransaction(
      { strapi },
      `UPDATE ${RUNS} run SET owner = :owner
       WHERE id = CAST(:id AS uuid) AND (owner = :owner OR ${IS_ABANDONED})`,
      { id, owner },
    );
    return rowCount > 0;
  },

  /** @returns whether it was in one of the states and has changed to the new one */
  async turn(id: string, from: readonly RunState[], to: RunState): Promise<boolean> {
    const { rowCount } = await runSqlInTransaction(
      { strapi },
      `UPDATE ${RUNS} SET state = :to WHERE id = CAST(:id AS uuid)
         AND state = ANY(CAST(:from AS text[]))`,
      { id, to, from: [...from] },
    );
    return rowCount > 0;
  },

  /**
   * Stores answers to the dry run's questions. Affected entries are checked again.
   *
   * @returns whether the run was in the state `checked`, with the answers as they were read
   */
  async answer(run: StoredRun, newAnswers: Answers, trx: Transaction): Promise<boolean> {
    const { answers: before = {} } = run.options as ImportOptions;
    const after = { ...before, ...newAnswers };
    const changedQuestions = questionCodes.filter(
      (code) => answerTo(before, code) !== answerTo(after, code),
    );
    const { rowCount } = await sql(
      { strapi, trx },
      `UPDATE ${RUNS} SET options = jsonb_set(options, '{answers}', CAST(:answers AS jsonb)),
         state = CASE WHEN :isSame THEN state ELSE 'checking' END
       WHERE id = CAST(:id AS uuid) AND state = 'checked'
         AND coalesce(options -> 'answers', CAST('{}' AS jsonb)) = CAST(:before AS jsonb)`,
      {
        id: run.id,
        answers: JSON.stringify(after),
        before: JSON.stringify(before),
        isSame: changedQuestions.length === 0,
      },
    );
    if (rowCount === 0) return false;
    await sql(
      { strapi, trx },
      `UPDATE ${ITEMS} SET checked = NULL WHERE run = CAST(:id AS uuid)
         AND EXISTS (SELECT FROM jsonb_array_elements(checked -> 'asks') ask
           WHERE ask ->> 'code' = ANY(CAST(:changed AS text[])))`,
      { id: run.id, changed: changedQuestions },
    );
    return true;
  },

  /** Returns a cause that can be decided about; null if no entry has it. */
  async findCause(
    run: string,
    { code, column, value }: Pick<EntryCause, 'code' | 'column' | 'value'>,
  ): Promise<EntryCause | null> {
    const { rows } = await runSqlInTransaction(
      { strapi },
      `SELECT cause FROM ${ITEMS} item, jsonb_array_elements(item.checked -> 'causes') AS cause
       WHERE item.run = CAST(:run AS uuid) AND cause ->> 'code' = :code AND cause ->> 'column' = :column
         AND cause ->> 'form' = :form ORDER BY item.number LIMIT 1`,
      { run, code, column, form: toComparableText(value) },
    );
    return rows[0] === undefined ? null : (fromJson(rows[0].cause) as EntryCause);
  },

  /**
   * Replaces the decisions of an import. Entries with one of these causes are checked again.
   *
   * @param about the changed decision
   * @returns whether the run was in the state `checked`, with the decisions of `run`
   */
  async decide(
    run: StoredRun,
    {
      decisions,
      about,
      related,
    }: {
      decisions: readonly StoredDecision[];
      about: Pick<StoredDecision, 'code' | 'column' | 'value'>;
      related: readonly Related[];
    },
    trx: Transaction,
  ): Promise<boolean> {
    const { decisions: before = [] } = run.options as ImportOptions;
    const { rowCount } = await sql(
      { strapi, trx },
      `UPDATE ${RUNS} SET options = jsonb_set(options, '{decisions}', CAST(:decisions AS jsonb)),
         state = 'checking' WHERE id = CAST(:id AS uuid) AND state = 'checked'
         AND coalesce(options -> 'decisions', CAST('[]' AS jsonb)) = CAST(:before AS jsonb)`,
      { id: run.id, decisions: JSON.stringify(decisions), before: JSON.stringify(before) },
    );
    if (rowCount === 0) return false;
    await sql(
      { strapi, trx },
      `UPDATE ${ITEMS} SET checked = NULL WHERE run = CAST(:id AS uuid)
         AND EXISTS (SELECT FROM jsonb_array_elements(checked -> 'causes') cause
           WHERE cause ->> 'code' = :code AND cause ->> 'column' = :column AND cause ->> 'form' = :form)`,
      { id: run.id, ...about, form: toComparableText(about.value) },
    );
    await sql({ strapi, trx }, `DELETE FROM ${ITEMS} WHERE run = CAST(? AS uuid) AND number < 0`, [
      run.id,
    ]);
    const items = related.map((entry) => ({
      ...{ rows: [], key: { of: 'slug', value: entry.name }, languages: [], error: null },
      related: entry,
      relatedKey: buildRelatedKey(entry),
    }));
    await sql(
      { strapi, trx },
      `INSERT INTO ${ITEMS} (run, number, content)
       SELECT CAST(:id AS uuid), -ordinality, content
       FROM jsonb_array_elements(CAST(:items AS jsonb)) WITH ORDINALITY AS given (content, ordinality)`,
      { id: run.id, items: JSON.stringify(items) },
    );
    return true;
  },

  /**
   * Leaves out the related entries that no row with changes needs, and includes the others again.
   *
   * @param reason why they are left out
   */
  async settleRelated(run: string, reason: string): Promise<void> {
    await sql(
      { strapi },
      `WITH used AS (SELECT DISTINCT jsonb_array_elements_text(checked -> 'related') AS key
         FROM ${ITEMS} WHERE run = CAST(:run AS uuid) AND ${IS_TO_WRITE})
       UPDATE ${ITEMS} SET checked = checked || CASE
         WHEN content ->> 'relatedKey' IN (SELECT key FROM used)
           THEN CAST('{"outcome": "created", "reason": null}' AS jsonb)
         ELSE jsonb_build_object('outcome', 'left', 'reason', CAST(:reason AS text)) END
       WHERE run = CAST(:run AS uuid) AND number < 0 AND checked ->> 'outcome' IN ('created', 'left')`,
      { run, reason },
    );
  },

  /**
   * Stores the meanings of a file's unknown columns.
   *
   * @returns whether the run was in the state `checked`
   */
  async storeColumns(
    id: string,
    columns: readonly UnknownColumn[],
    trx: Transaction,
  ): Promise<boolean> {
    const { rowCount } = await sql(
      { strapi, trx },
      `UPDATE ${RUNS} SET options = jsonb_set(options, '{columns}', CAST(:columns AS jsonb))
       WHERE id = CAST(:id AS uuid) AND state = 'checked'`,
      { id, columns: JSON.stringify(columns) },
    );
    return rowCount > 0;
  },

  /** Returns the next items to check or write. */
  async next(run: string, phase: Phase, limit: number): Promise<StoredItem[]> {
    const { rows } = await sql(
      { strapi },
      `SELECT number, content, checked, result FROM ${ITEMS} WHERE run = CAST(:run AS uuid)
         AND ${phase === 'checked' ? 'checked IS NULL' : `result IS NULL AND ${IS_TO_WRITE}`}
       ORDER BY number LIMIT :most`,
      { run, most: limit },
    );
    return rows.map(toStoredItem);
  },

  /** @returns false if an outcome was already stored, or the run has ended */
  async tell(
    run: string,
    phase: Phase,
    items: readonly ToldItem[],
    trx?: Transaction,
  ): Promise<boolean> {
    const { rowCount } = await sql(
      { strapi, trx },
      `UPDATE ${ITEMS} item SET ${phase} = given.outcome
       FROM jsonb_to_recordset(CAST(:told AS jsonb)) AS given (number integer, outcome jsonb)
       WHERE item.run = CAST(:run AS uuid) AND item.number = given.number AND item.${phase} IS NULL
         AND EXISTS (SELECT FROM ${RUNS} WHERE id = CAST(:run AS uuid) AND state = :state FOR SHARE)`,
      { run, told: toJson(items), state: phase === 'checked' ? 'checking' : 'working' },
    );
    return rowCount === items.length;
  },

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
    return rows.map(toStoredItem);
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
