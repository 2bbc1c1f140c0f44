import { escapeIdentifier } from 'pg';
import type { Contract } from '../../plan/contract';
import type { ModelLookup } from '../../plan/model';
import type { DocumentReference, Reader } from '../reader';
import type { Run } from './connections';
import { documentExpression } from './document';
import type { MediaOptions } from './media';
import { createSelections } from './select-documents';
import type { TableLookup } from '../../../strapi/tables';

const ROW = 'd';

/** How many documents one statement reads: enough to be worth the round trip, few enough to be parsed at once. */
const BATCH = 200;

export type SqlReader = Reader & {
  /** The statement that reads documents under a contract. */
  statementOf: (contract: Contract) => Promise<string>;
  /**
   * Has the database parse a contract's statement by reading no document with it: every table and column in
   * it is then known to exist.
   */
  prepare: (contract: Contract) => Promise<void>;
};

type Options = {
  models: ModelLookup;
  tables: TableLookup;
  run: Run;
  /** How many statements of one long list run side by side. */
  batchesAtOnce: number;
  media: () => Promise<MediaOptions>;
};

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
  run,
  batchesAtOnce,
  media,
}: Options): SqlReader => {
  const selections = createSelections({ models, tables });
  const statements = new Map<string, Promise<string>>();

  /**
   * The JSON of some documents, `$1` and `$2`, under a contract; its request parameters follow from `$3` on.
   *
   *     SELECT w.at, (SELECT row_to_json(o) FROM (SELECT d."title" AS "title") o)::text
   *     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
   *     JOIN "products" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
   */
  const compile = async ({ plan, parameters }: Contract): Promise<string> => {
    const { isLocalized, hasDrafts } = models(plan.uid);
    const expression = documentExpression(
      {
        models,
        tables,
        media: await media(),
        parameter: (name) => `$${parameters.indexOf(name) + 3}`,
      },
      plan,
      ROW,
    );
    return (
      `SELECT w.at, ${expression}::text FROM unnest($1::text[], $2::text[]) ` +
      `WITH ORDINALITY w(document, locale, at) JOIN ${escapeIdentifier(tables(plan.uid).name)} ${ROW} ` +
      `ON ${ROW}.document_id = w.document` +
      (hasDrafts ? ` AND ${ROW}.published_at IS NOT NULL` : '') +
      (isLocalized ? ` AND ${ROW}.locale = w.locale` : '')
    );
  };

  const statementOf = (contract: Contract): Promise<string> => {
    const known = statements.get(contract.key);
    if (known !== undefined) return known;
    const compiled = compile(contract);
    statements.set(contract.key, compiled);
    compiled.catch(() => statements.delete(contract.key));
    return compiled;
  };

  return {
    statementOf,

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

    async prepare(contract) {
      await run(await statementOf(contract), [[], [], ...contract.parameters.map(() => null)]);
    },

    async read(contract, references, parameters) {
      const text = await statementOf(contract);
      const wanted = contract.parameters.map((name) => parameters[name] ?? null);
      const readBatch = async (batch: readonly DocumentReference[]): Promise<(string | null)[]> => {
        const texts = Array.from<string | null>({ length: batch.length }).fill(null);
        const rows = await run<[string, string]>(text, [
          batch.map(({ documentId }) => documentId),
          batch.map(({ locale }) => locale ?? ''),
          ...wanted,
        ]);
        for (const [at, json] of rows) texts[Number(at) - 1] = json;
        return texts;
      };
      const waiting = inBatches(references).entries();
      const batches: (string | null)[][] = [];
      const readInTurn = async (): Promise<void> => {
        for (const [at, batch] of waiting) batches[at] = await readBatch(batch);
      };
      await Promise.all(Array.from({ length: batchesAtOnce }, readInTurn));
      return batches.flat();
    },
  };
};
