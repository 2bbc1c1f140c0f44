import type { WithStrapi } from '#platform/strapi/with-strapi';
import { fromJson } from '#platform/jobs/database';
import { findModel } from '#platform/strapi/models';
import { sql, type Transaction } from '#platform/strapi/queries';
import {
  activeStates,
  outcomes,
  MOST_CAUSES,
  type Cause,
  type CauseCode,
  type Counts,
  type Item,
  type Answers,
  type ListedRun,
  type Outcome,
  type Question,
  type QuestionCode,
  questionAnswers,
  questionCodes,
  type Sample,
  type Run,
} from '../../runs';
import {
  ITEMS,
  ROWS,
  RUNS,
  TO_UNDO,
  IS_TO_WRITE,
  UID_OF_ITEM,
  type ImportOptions,
  type ItemOutcome,
  type StoredRun,
} from './stored-run';
import { listDecisions, MOST_SAMPLES, createDecisionFinder } from '../questions';

/**
 * SQL of an item's outcome. Items that a running import has not reached have none, and items that a
 * cancelled or failed import did not reach are `left`.
 */
const OUTCOME = `CASE WHEN run.kind = 'import' AND run.state = 'working' AND item.result IS NULL AND ${IS_TO_WRITE} THEN NULL
  WHEN run.kind = 'import' AND run.state IN ('cancelled', 'failed', 'done', 'undoing', 'undone') AND item.result IS NULL
    AND (item.checked IS NULL OR ${IS_TO_WRITE}) THEN 'left'
  ELSE coalesce(item.result, item.checked) ->> 'outcome' END`;

type Content = { rows: readonly number[]; key: { value: string } | null };

const toItem = (row: Record<string, unknown>): Item => {
  const { rows, key } = fromJson(row.content) as Content;
  const storedOutcome = fromJson(row.said) as ItemOutcome | null;
  return {
    number: Number(row.number),
    uid: String(row.uid),
    rows,
    documentId: storedOutcome?.documentId ?? null,
    title: storedOutcome?.title ?? key?.value ?? '',
    outcome: row.outcome as Outcome,
    changes: storedOutcome?.changes ?? [],
    reason: storedOutcome?.undone?.reason ?? storedOutcome?.reason ?? null,
    isUndone: storedOutcome?.undone?.isUndone ?? null,
  };
};

export type ResultRow = { number: number; cells: readonly string[]; item: Item };

/** Number of new entries without a question. A spreadsheet that changes keys creates more. */
const MAX_UNASKED_CREATIONS = 10;

export const createOutcomeStore = ({ strapi }: WithStrapi) => {
  const describeRun = (run: StoredRun): Omit<ListedRun, 'done' | 'total' | 'isVoid'> => ({
    id: run.id,
    kind: run.kind,
    uid: run.uid,
    type: findModel({ strapi }, run.uid)?.info.displayName ?? run.uid,
    file: run.file,
    mode: (run.options as Partial<ImportOptions>).mode ?? 'draft',
    state: run.state,
    ignored: run.ignored,
    at: run.at,
  });

  return {
    /** Returns the questions of an import's dry run with their answers. */
    async questions(run: StoredRun, trx?: Transaction): Promise<Question[]> {
      if (run.kind !== 'import') return [];
      const { answers = {} } = run.options as { answers?: Answers };
      const { rows } = await sql(
        { strapi, trx },
        `SELECT ask ->> 'code' AS code, sum(CAST(ask ->> 'count' AS integer)) AS count,
           to_jsonb((array_agg(ask -> 'samples' ORDER BY item.number))[1:${MOST_SAMPLES}]) AS samples,
           (SELECT sum(jsonb_array_length(content -> 'rows')) FROM ${ITEMS} WHERE run = CAST(:id AS uuid)) AS rows
         FROM ${ITEMS} item, jsonb_array_elements(item.checked -> 'asks') AS ask
         WHERE item.run = CAST(:id AS uuid) GROUP BY 1`,
        { id: run.id },
      );
      const rowsByCode = new Map(rows.map((row) => [row.code as QuestionCode, row]));
      return questionCodes.flatMap((code): Question[] => {
        const row = rowsByCode.get(code);
        if (
          row === undefined ||
          (code === 'MANY_CREATED' && Number(row.count) <= MAX_UNASKED_CREATIONS)
        )
          return [];
        return [
          {
            code,
            count: Number(row.count),
            rows: Number(row.rows),
            samples: (fromJson(row.samples) as Sample[][]).flat().slice(0, MOST_SAMPLES),
            answers: questionAnswers[code],
            answer: answers[code] ?? null,
          },
        ];
      });
    },

    /** Returns the errors of an import's dry run by cause. */
    async causes(run: StoredRun, trx?: Transaction): Promise<Cause[]> {
      if (run.kind !== 'import') return [];
      const { decisions = [] } = run.options as ImportOptions;
      const decisionAbout = createDecisionFinder(decisions);
      const { rows } = await sql(
        { strapi, trx },
        `SELECT cause ->> 'code' AS code, cause ->> 'column' AS "column", min(cause ->> 'value') AS value,
           min(cause ->> 'reason') AS reason, min(cause ->> 'target') AS target,
           bool_and(CAST(cause ->> 'canCreate' AS boolean)) AS "canCreate", count(*) AS count,
           to_jsonb((array_agg(cause -> 'row' ORDER BY item.number))[1:${MOST_SAMPLES}]) AS rows
         FROM ${ITEMS} item, jsonb_array_elements(item.checked -> 'causes') AS cause
         WHERE item.run = CAST(:id AS uuid) GROUP BY 1, 2, cause ->> 'form'
         ORDER BY min(cause ->> 'target') IS NULL, count(*) DESC, 2, 3 LIMIT ${MOST_CAUSES}`,
        { id: run.id },
      );
      return rows.map((row): Cause => {
        const key = {
          code: row.code as CauseCode,
          column: String(row.column),
          value: String(row.value),
        };
        const target = row.target as string | null;
        const decision = decisionAbout(key);
        return {
          ...key,
          target,
          reason: String(row.reason),
          count: Number(row.count),
          rows: (fromJson(row.rows) as (number | null)[]).filter((candidate) => candidate !== null),
          decisions: listDecisions({ code: key.code, target, canCreate: row.canCreate === true }),
          decision: decision === undefined ? null : { kind: decision.kind, name: decision.name },
        };
      });
    },

    /** Returns the entries of a run after a number, optionally with one outcome or undo result. */
    async items(
      run: string,
      {
        after,
        most,
        outcome = null,
        isUndone = null,
      }: { after: number; most: number; outcome?: Outcome | null; isUndone?: boolean | null },
    ): Promise<Item[]> {
      const { rows } = await sql(
        { strapi },
        `SELECT * FROM (
         SELECT item.number, item.content, ${UID_OF_ITEM} AS uid, coalesce(item.result, item.checked) AS said, ${OUTCOME} AS outcome
         FROM ${ITEMS} item JOIN ${RUNS} run ON run.id = item.run
         WHERE item.run = CAST(:run AS uuid) AND item.number > :after) known
       WHERE outcome IS NOT NULL AND outcome = coalesce(CAST(:outcome AS text), outcome)
         AND (CAST(:undone AS text) IS NULL OR said -> 'undone' ->> 'isUndone' = CAST(:undone AS text))
       ORDER BY number LIMIT :most`,
        { run, after, most, outcome, undone: isUndone === null ? null : String(isUndone) },
      );
      return rows.map(toItem);
    },

    /** Returns the headings of an imported file, and its width. Null: only its entries are stored. */
    async resultColumns(run: string): Promise<{ first: readonly string[]; width: number } | null> {
      const { rows } = await sql(
        { strapi },
        `SELECT (SELECT cells FROM ${ROWS} WHERE run = CAST(:run AS uuid) ORDER BY number LIMIT 1) AS first,
           (SELECT max(jsonb_array_length(cells)) FROM ${ROWS} WHERE run = CAST(:run AS uuid)) AS width`,
        { run },
      );
      const [{ first, width } = { first: null, width: null }] = rows;
      return first === null
        ? null
        : { first: fromJson(first) as readonly string[], width: Number(width) };
    },

    /** Returns the rows of an imported file after a number, in their original order. */
    async resultRows(
      run: string,
      { after, most }: { after: number; most: number },
    ): Promise<ResultRow[]> {
      const { rows } = await sql(
        { strapi },
        `SELECT line.number AS line, line.cells, item.number, ${UID_OF_ITEM} AS uid,
           jsonb_build_object('rows', item.content -> 'rows', 'key', item.content -> 'key') AS content,
           coalesce(item.result, item.checked) AS said, coalesce(${OUTCOME}, 'left') AS outcome
         FROM ${ROWS} line
           JOIN ${ITEMS} item ON item.run = line.run AND item.number = line.item
           JOIN ${RUNS} run ON run.id = line.run
         WHERE line.run = CAST(:run AS uuid) AND line.number > :after ORDER BY line.number LIMIT :most`,
        { run, after, most },
      );
      return rows.map((row) => ({
        number: Number(row.line),
        cells: fromJson(row.cells) as readonly string[],
        item: toItem(row),
      }));
    },

    /** Returns a run as the panel shows it. */
    async seen(run: StoredRun, trx?: Transaction): Promise<Run> {
      const { rows } = await sql(
        { strapi, trx },
        `SELECT ${OUTCOME} AS outcome, count(*) AS count,
         count(*) FILTER (WHERE item.result IS NOT NULL) AS written,
         count(*) FILTER (WHERE ${TO_UNDO}) AS open,
         count(*) FILTER (WHERE result -> 'undone' ->> 'isUndone' = 'true') AS undone,
         count(*) FILTER (WHERE result -> 'undone' ->> 'isUndone' = 'false') AS kept,
         count(*) FILTER (WHERE ${IS_TO_WRITE}) AS wanted
       FROM ${ITEMS} item JOIN ${RUNS} run ON run.id = item.run
       WHERE run.id = CAST(? AS uuid) AND run.kind = 'import' GROUP BY 1`,
        [run.id],
      );
      const counts = Object.fromEntries(
        outcomes.map((name) => [
          name,
          Number(rows.find(({ outcome }) => outcome === name)?.count ?? 0),
        ]),
      ) as Counts;
      const sum = (name: 'count' | 'written' | 'wanted' | 'open' | 'undone' | 'kept'): number =>
        rows.reduce((all, row) => all + Number(row[name]), 0);
      const checked = Object.values(counts).reduce((all, count) => all + count, 0);
      const isWritten = run.kind === 'import' && (run.state === 'working' || sum('written') > 0);
      const undo = { undone: sum('undone'), kept: sum('kept'), open: sum('open') };
      const ofUndo = undo.undone + undo.kept;
      const progress =
        run.kind === 'export'
          ? { done: run.done, total: run.total }
          : run.state === 'undoing'
            ? { done: ofUndo, total: ofUndo + undo.open }
            : isWritten
              ? { done: sum('written'), total: sum('wanted') }
              : { done: checked, total: sum('count') };
      const questions = await this.questions(run, trx);
      // Decisions are possible in this state only, and pages read active runs often.
      const causes = run.state === 'checked' ? await this.causes(run, trx) : [];
      const isOpen = questions.length > 0 || causes.some(({ decisions }) => decisions.length > 0);
      const isVoid = run.state === 'checked' && sum('wanted') === 0 && !isOpen;
      const { source = null, columns = [] } = run.options as Partial<ImportOptions>;
      return {
        ...describeRun(run),
        ...progress,
        counts,
        isVoid,
        questions,
        causes,
        columns,
        source,
        undo: ofUndo + undo.open === 0 ? null : undo,
      };
    },

    /** Returns the ids of checked runs with entries to write, questions or decisions. */
    async toWrite(runs: readonly StoredRun[]): Promise<ReadonlySet<string>> {
      const { rows } = await sql(
        { strapi },
        `SELECT run.id FROM ${RUNS} run WHERE run.id = ANY(CAST(:ids AS uuid[]))
         AND EXISTS (SELECT FROM ${ITEMS} item WHERE item.run = run.id
           AND (${IS_TO_WRITE} OR jsonb_array_length(checked -> 'asks') > 0
             OR EXISTS (SELECT FROM jsonb_array_elements(checked -> 'causes') cause
               WHERE cause ->> 'target' IS NOT NULL)))`,
        { ids: runs.map(({ id }) => id) },
      );
      return new Set(rows.map(({ id }) => String(id)));
    },

    /** Returns runs for a list. Only active and waiting runs need further queries. */
    async listed(runs: readonly StoredRun[]): Promise<ListedRun[]> {
      const waiting = runs.filter(({ state }) => state === 'checked');
      const toWrite = await this.toWrite(waiting);
      const all: ListedRun[] = [];
      for (const run of runs) {
        const isVoid = waiting.includes(run) && !toWrite.has(run.id);
        const asTold = { ...describeRun(run), done: run.total, total: run.total, isVoid };
        all.push(activeStates.includes(run.state) ? await this.seen(run) : asTold);
      }
      return all;
    },
  };
};
