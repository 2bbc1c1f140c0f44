import type { Contract } from '../../plan/contract';
import type { ModelLookup } from '../../plan/model';
import type { Question, Reference, Renderer, Window } from '../reader';
import { collectValues, conditionsOf, type Values } from './conditions';
import type { Run } from './connections';
import { documentExpression } from './document';
import type { MediaOptions } from './media';
import { sortColumns } from './sort';
import { quote, type TableLookup } from './tables';

const ROW = 'd';

/** How many documents one statement renders: enough to be worth the way, few enough to be parsed at once. */
const BATCH = 200;

type Statement = { text: string; values: readonly unknown[] };

type SqlRenderer = Renderer & {
  /**
   * Has the database take in a contract's statement as if to render no document: it then knows every table
   * and column in it.
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

const inBatches = (references: readonly Reference[]): readonly (readonly Reference[])[] =>
  Array.from({ length: Math.ceil(references.length / BATCH) }, (_, at) =>
    references.slice(at * BATCH, (at + 1) * BATCH),
  );

/**
 * Reads published documents with one statement for their identities and one for their JSON, which
 * PostgreSQL writes itself: no object of a row is ever made here.
 */
export const createSqlRenderer = ({
  models,
  tables,
  run,
  batchesAtOnce,
  media,
}: Options): SqlRenderer => {
  const statements = new Map<string, Promise<string>>();

  /** The rows that are meant, as the end of a statement. */
  const meant = (uid: string, { where = {}, locale }: Question, values: Values): string => {
    const { isLocalized, hasDrafts } = models(uid);
    const conditions = [
      ...(hasDrafts ? [`${ROW}.published_at IS NOT NULL`] : []),
      ...(isLocalized && locale !== undefined ? [`${ROW}.locale = ${values.add(locale)}`] : []),
      ...conditionsOf({ models, tables }, uid, ROW, where, values),
    ];
    return (
      `FROM ${quote(tables(uid).name)} ${ROW}` +
      (conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`)
    );
  };

  const listStatement = (uid: string, question: Question, window?: Window): Statement => {
    const values = collectValues();
    const table = tables(uid);
    const rows = meant(uid, question, values);
    const order = sortColumns(table, ROW, question.sort ?? []);
    const locale = models(uid).isLocalized ? `coalesce(${ROW}.locale, '')` : `''`;
    const page =
      window === undefined
        ? ''
        : ` LIMIT ${values.add(window.limit)} OFFSET ${values.add(window.start)}`;
    const text =
      `SELECT string_agg(k, ',') FROM (SELECT ${ROW}.document_id || ':' || ${locale} AS k ${rows} ` +
      `ORDER BY ${[...order, `${ROW}.id`].join(', ')}${page}) q`;
    return { text, values: values.list };
  };

  const compile = async ({ plan, given }: Contract): Promise<string> => {
    const { isLocalized, hasDrafts } = models(plan.uid);
    const expression = documentExpression(
      {
        models,
        tables,
        media: await media(),
        given: (name) => `$${given.indexOf(name) + 3}`,
      },
      plan,
      ROW,
    );
    return (
      `SELECT w.at, ${expression}::text FROM unnest($1::text[], $2::text[]) ` +
      `WITH ORDINALITY w(document, locale, at) JOIN ${quote(tables(plan.uid).name)} ${ROW} ` +
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
    async list(uid, question, window) {
      const { text, values } = listStatement(uid, question, window);
      const [row] = await run<[string | null]>(text, values);
      const found = row?.[0] ?? '';
      if (found === '') return [];
      return found.split(',').map((key) => {
        const at = key.indexOf(':');
        return { documentId: key.slice(0, at), locale: key.slice(at + 1) || null };
      });
    },

    async count(uid, question) {
      const values = collectValues();
      const rows = meant(uid, question, values);
      const [row] = await run<[string]>(`SELECT count(*)::text ${rows}`, values.list);
      return Number(row?.[0] ?? 0);
    },

    async prepare(contract) {
      await run(await statementOf(contract), [[], [], ...contract.given.map(() => null)]);
    },

    async render(contract, references, given) {
      const text = await statementOf(contract);
      const wanted = contract.given.map((name) => given[name] ?? null);
      const renderBatch = async (batch: readonly Reference[]): Promise<(string | null)[]> => {
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
      const rendered: (string | null)[][] = [];
      const renderInTurn = async (): Promise<void> => {
        for (const [at, batch] of waiting) rendered[at] = await renderBatch(batch);
      };
      await Promise.all(Array.from({ length: batchesAtOnce }, renderInTurn));
      return rendered.flat();
    },
  };
};
