import { escapeIdentifier } from 'pg';
import { documentKey, typeKey, type DependencyKey } from '../../invalidation/keys';
import type { Contract } from '../../plan/contract';
import { inverseFieldsOf, wholeTypesIn, type InverseField } from '../../plan/inverse-fields';
import type { ModelLookup } from '../../plan/model';
import type { ReadPlan } from '../../plan/read-plan';
import type { SelectionKeys } from '../../invalidation/keys';
import type { DocumentReference, DocumentText, Reader } from '../reader';
import type { Run } from './connections';
import { documentExpression } from './document';
import { createMarks, type Marked } from './marks';
import type { MediaOptions } from './media';
import { createSelections } from './select-documents';
import type { TableLookup } from '../../../strapi/tables';

const ROW = 'd';

/** How many documents one statement reads: enough to be worth the round trip, few enough to be parsed at once. */
const BATCH = 200;

export type SqlReader = Reader & {
  /** The statement that reads documents under a contract. */
  statementOf: (contract: Contract) => Promise<string>;
  /** What statements call their marks; another name in each process. */
  mark: string;
  /**
   * Has the database parse a contract's statement by reading no document with it: every table and column in
   * it is then known to exist.
   */
  prepare: (contract: Contract) => Promise<void>;
};

type Statement = {
  text: string;
  /** What the documents of some plan show because it points at them, by the number in their marks. */
  inverse: readonly (readonly InverseField[])[];
  /** What every document depends on, whatever it shows. */
  always: readonly DependencyKey[];
};

type Options = {
  models: ModelLookup;
  tables: TableLookup;
  selectionKeys: SelectionKeys;
  run: Run;
  /** How many statements of one long list run side by side. */
  batchesAtOnce: number;
  media: () => Promise<MediaOptions>;
};

type Batch = (DocumentText | null)[];

const inBatches = (
  references: readonly DocumentReference[],
): readonly (readonly DocumentReference[])[] =>
  Array.from({ length: Math.ceil(references.length / BATCH) }, (_, at) =>
    references.slice(at * BATCH, (at + 1) * BATCH),
  );

/**
 * Reads published documents with one statement for their identities and one for their JSON, which
 * PostgreSQL writes itself: no object of a row is ever made here.
 */
export const createSqlReader = ({
  models,
  tables,
  selectionKeys,
  run,
  batchesAtOnce,
  media,
}: Options): SqlReader => {
  const selections = createSelections({ models, tables });
  const marks = createMarks();
  const statements = new Map<string, Promise<Statement>>();

  /**
   * The JSON of some documents, `$1` and `$2`, under a contract; its request parameters follow from `$3` on.
   *
   *     SELECT w.at, (SELECT row_to_json(o) FROM (SELECT d."title" AS "title") o)::text
   *     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
   *     JOIN "products" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
   */
  const compile = async ({ plan, parameters }: Contract): Promise<Statement> => {
    const { isLocalized, hasDrafts } = models(plan.uid);
    const inverse: (readonly InverseField[])[] = [];
    const numbers = new Map<ReadPlan, number | null>();
    const number = (shown: ReadPlan): number | null => {
      const known = numbers.get(shown);
      if (known !== undefined) return known;
      const fields = inverseFieldsOf(models, shown);
      const next = fields.length === 0 ? null : inverse.push(fields) - 1;
      numbers.set(shown, next);
      return next;
    };
    const expression = documentExpression(
      {
        models,
        tables,
        media: await media(),
        parameter: (name) => `$${parameters.indexOf(name) + 3}`,
        marks,
        inverse: number,
      },
      plan,
      ROW,
    );
    const text =
      `SELECT w.at, ${expression}::text FROM unnest($1::text[], $2::text[]) ` +
      `WITH ORDINALITY w(document, locale, at) JOIN ${escapeIdentifier(tables(plan.uid).name)} ${ROW} ` +
      `ON ${ROW}.document_id = w.document` +
      (hasDrafts ? ` AND ${ROW}.published_at IS NOT NULL` : '') +
      (isLocalized ? ` AND ${ROW}.locale = w.locale` : '');
    return { text, inverse, always: [...wholeTypesIn(models, plan)].map(typeKey) };
  };

  const compiled = (contract: Contract): Promise<Statement> => {
    const known = statements.get(contract.key);
    if (known !== undefined) return known;
    const statement = compile(contract);
    statements.set(contract.key, statement);
    statement.catch(() => statements.delete(contract.key));
    return statement;
  };

  const keysOf = ({ inverse }: Statement, { documentId, inverse: number }: Marked) => [
    documentKey(documentId),
    ...(number === null ? [] : (inverse[number] ?? [])).map((field) =>
      selectionKeys.ofInverse(field, documentId),
    ),
  ];

  const documentOf = (statement: Statement, json: string): DocumentText => {
    const { text, marked } = marks.takeOut(json);
    const keys = new Set(statement.always);
    for (const one of marked) for (const key of keysOf(statement, one)) keys.add(key);
    return { text, keys: [...keys] };
  };

  return {
    mark: marks.name,

    statementOf: async (contract) => (await compiled(contract)).text,

    async list(uid, query, window) {
      const { text, values } = selections.list(uid, query, window);
      const [row] = await run<[string | null]>(text, values);
      const found = row?.[0] ?? '';
      if (found === '') return [];
      return found.split(',').map((key) => {
        const at = key.indexOf(':');
        return { documentId: key.slice(0, at), locale: key.slice(at + 1) || null };
      });
    },

    async count(uid, query) {
      const { text, values } = selections.count(uid, query);
      const [row] = await run<[string]>(text, values);
      return Number(row?.[0] ?? 0);
    },

    async ofRow(uid, id) {
      const locale = models(uid).isLocalized ? 'locale' : 'NULL';
      const [row] = await run<[string, string | null]>(
        `SELECT document_id, ${locale} FROM ${escapeIdentifier(tables(uid).name)} WHERE id = $1`,
        [id],
      );
      return row === undefined ? null : { documentId: row[0], locale: row[1] };
    },

    async prepare(contract) {
      const { text } = await compiled(contract);
      await run(text, [[], [], ...contract.parameters.map(() => null)]);
    },

    async read(contract, references, parameters) {
      const statement = await compiled(contract);
      const wanted = contract.parameters.map((name) => parameters[name] ?? null);
      const readBatch = async (batch: readonly DocumentReference[]): Promise<Batch> => {
        const texts = Array.from<DocumentText | null>({ length: batch.length }).fill(null);
        const rows = await run<[string, string]>(statement.text, [
          batch.map(({ documentId }) => documentId),
          batch.map(({ locale }) => locale ?? ''),
          ...wanted,
        ]);
        for (const [at, json] of rows) texts[Number(at) - 1] = documentOf(statement, json);
        return texts;
      };
      const waiting = inBatches(references).entries();
      const batches: Batch[] = [];
      const readInTurn = async (): Promise<void> => {
        for (const [at, batch] of waiting) batches[at] = await readBatch(batch);
      };
      await Promise.all(Array.from({ length: batchesAtOnce }, readInTurn));
      return batches.flat();
    },
  };
};
