import { escapeIdentifier } from 'pg';
import { copyOf } from '../../json';
import { ROW_ID_ALIASES } from '../../invalidation/row-id-aliases';
import { buildDocumentKey, type SelectionKeys } from '../../invalidation/keys';
import type { Contract } from '../../plan/contract';
import type { ModelLookup } from '../../plan/model';
import {
  isVisibleDraft,
  type RenderedDocument,
  type DocumentReference,
  type DocumentText,
  type Reader,
  type Reference,
  type RequestParameters,
  type VisibleDraft,
  type WholeReader,
} from '../reader';
import {
  createStatementCompiler,
  DRAFT,
  type DraftForm,
  type Form,
  type Statement,
} from './compile-statement';
import type { Run } from './connections';
import { BETWEEN, createMarkers, type MarkedDocument } from './document-markers';
import type { MediaOptions } from './values';
import { buildSelectionStatement } from './joins';
import type { TableLookup } from '#platform/strapi/tables';

/** Documents per statement: worth a round trip, and parsed in one turn of the event loop. */
const BATCH = 100;

type Options = {
  models: ModelLookup;
  tables: TableLookup;
  selectionKeys: SelectionKeys;
  run: Run;
  check: (text: string) => Promise<void>;
  /** Number of statements of one long list that run concurrently. */
  batchesAtOnce: number;
  media: () => Promise<MediaOptions>;
};

/** A row of a result; the last column is the document's sort key, if the statement returns it. */
type Row = [at: string, json: string, sortKey?: string];

/**
 * Creates a reader that uses one statement for the identities of documents and one for their JSON; in
 * a preview, another one for the JSON of the draft. PostgreSQL writes the JSON, so no row object is
 * created in this process.
 */
export const createSqlReader = ({
  models,
  tables,
  selectionKeys,
  run,
  check,
  batchesAtOnce,
  media,
}: Options) => {
  const markers = createMarkers();
  const compile = createStatementCompiler({ models, tables, media, markers });
  const statements = new Map<string, Promise<Statement>>();

  const compileOnce = (
    contract: Contract,
    form: Form,
    draft: DraftForm | null = null,
  ): Promise<Statement> => {
    const key = draft === null ? contract.key + form : JSON.stringify([contract.key, form, draft]);
    const cached = statements.get(key);
    if (cached !== undefined) return cached;
    const statement = compile(contract, form, draft);
    statements.set(key, statement);
    statement.catch(() => statements.delete(key));
    return statement;
  };

  const listKeys = ({ inverse }: Statement, { documentId, inverse: number }: MarkedDocument) => [
    buildDocumentKey(documentId),
    ...(number === null ? [] : (inverse[number] ?? [])).map((field) =>
      selectionKeys.ofInverse(field, documentId),
    ),
  ];

  const toDocumentText = (statement: Statement, json: string): DocumentText => {
    const { text, marked } = markers.takeOut(json);
    const keys = new Set(statement.always);
    for (const markedDocument of marked)
      for (const key of listKeys(statement, markedDocument)) keys.add(key);
    return { text, keys: [...keys] };
  };

  const toReference = ({ within }: Statement, details: string): Reference => {
    const [number, documentId = '', locale = '', ...sortKey] = markers.detailsIn(details);
    const contract = within[Number(number)];
    if (contract === undefined) throw new Error(`There is no contract ${String(number)}`);
    return { contract, documentId, locale: locale || null, sortKey: sortKey.join(BETWEEN) };
  };

  /**
   * Returns a function that parses rows of a statement. Thousands of rows show the same few
   * documents, so each reference is parsed once.
   */
  const createRowParser = (statement: Statement) => {
    const referencesByDetails = new Map<string, Reference>();
    const parseReference = (details: string): Reference => {
      const cached = referencesByDetails.get(details);
      if (cached !== undefined) return cached;
      const detailsCopy = copyOf(details);
      const reference = toReference(statement, detailsCopy);
      referencesByDetails.set(detailsCopy, reference);
      return reference;
    };

    return ([, json, sortKey = '']: Row): RenderedDocument => {
      const { text, marked, references } = markers.takeOut(json);
      const shownReferences = references.map(({ details }) => parseReference(details));
      // A nested document has its own dependency keys, so its key is not needed here.
      const elsewhere = new Set(shownReferences.map(({ documentId }) => documentId));
      const keys = new Set(statement.always);
      for (const markedDocument of marked) {
        if (markedDocument.isOther && elsewhere.has(markedDocument.documentId)) continue;
        for (const key of listKeys(statement, markedDocument)) keys.add(key);
      }
      const offsets = references.map((reference) => reference.at);
      return { text, references: shownReferences, at: offsets, sortKey, keys: [...keys] };
    };
  };

  /** Reads in batches. One is processed while the database works on the next ones. */
  const readEach = async (
    { text }: Statement,
    values: readonly unknown[],
    requested: readonly DocumentReference[],
    onRow: (position: number, row: Row) => void,
  ): Promise<void> => {
    let next = 0;
    const readBatches = async (): Promise<void> => {
      while (next < requested.length) {
        const from = next;
        const batch = requested.slice(from, (next += BATCH));
        const rows = await run<Row>(text, [
          batch.map(({ documentId }) => documentId),
          batch.map(({ locale }) => locale ?? ''),
          ...values,
        ]);
        for (const row of rows) onRow(from + Number(row[0]) - 1, row);
      }
    };
    await Promise.all(Array.from({ length: batchesAtOnce }, readBatches));
  };

  const listValues = (
    { parameters: names }: Statement,
    parameters: RequestParameters,
  ): (string | null)[] => names.map((name) => parameters[name] ?? null);

  /** @param draft the only draft that is visible; null shows published documents only */
  const createWholeReader = (draft: VisibleDraft | null, hasSources = false): WholeReader => ({
    async select(query) {
      const { text, values } = buildSelectionStatement({ models, tables, draft }, query);
      const [row] = await run<[string | null]>(text, values);
      return row?.[0] ?? '';
    },

    async read(contract, requested, parameters) {
      const documents = requested.map((): DocumentText | null => null);
      for (const isDraft of [false, true]) {
        const group = [...requested.entries()].filter(
          ([, reference]) => isVisibleDraft(draft, contract.uid, reference) === isDraft,
        );
        if (group.length === 0) continue;
        const draftForm = draft && { uid: draft.uid, isDraft, hasSources };
        const statement = await compileOnce(contract, 'whole', draftForm);
        const values = listValues(statement, {
          ...parameters,
          [DRAFT.documentId]: draft?.documentId,
          [DRAFT.locales]: draft?.locales.join(),
        });
        const references = group.map(([, reference]) => reference);
        await readEach(statement, values, references, (index, [, json]) => {
          const position = group[index]?.[0];
          if (position !== undefined) documents[position] = toDocumentText(statement, json);
        });
      }
      return documents;
    },
  });

  const readShallow: Reader['readShallow'] = async (
    contract,
    requested,
    parameters,
    onDocument,
  ) => {
    const statement = await compileOnce(contract, 'shallow');
    const parseRow = createRowParser(statement);
    await readEach(statement, listValues(statement, parameters), requested, (position, row) =>
      onDocument(position, parseRow(row)),
    );
  };

  /** Accepted statements. Contracts that differ only within their references share one. */
  const accepted = new Set<string>();

  /**
   * Has the database check the statements of a contract and of the contracts that it references.
   * Only the form with references is checked, because the whole form reads the same columns. After
   * an error, the next call checks the rest.
   */
  const checkStatements = async (
    contract: Contract,
    visited: Set<Contract> = new Set(),
  ): Promise<void> => {
    if (visited.has(contract)) return;
    visited.add(contract);
    const { text } = await compileOnce(contract, 'shallow');
    if (!accepted.has(text)) await check(text);
    accepted.add(text);
    for (const within of contract.references.values()) await checkStatements(within, visited);
  };

  return {
    ...createWholeReader(null),

    /** Returns a reader that shows one draft instead of its published version. */
    preview: (draft: VisibleDraft, { hasSources }: { hasSources: boolean }): WholeReader =>
      createWholeReader(draft, hasSources),

    /** Name of the markers in statements; it differs in each process. */
    mark: markers.name,

    statementOf: async (contract: Contract): Promise<string> =>
      (await compileOnce(contract, 'whole')).text,

    checkStatements: (contract: Contract): Promise<void> => checkStatements(contract),

    readShallow,

    /** Returns the document of a row ID, even if a new publication replaced the row. */
    findByRowId: async (uid: string, id: number): Promise<DocumentReference | null> => {
      const locale = models(uid).isLocalized ? "coalesce(locale, '')" : "''";
      // An existing row takes precedence over an alias with the same ID.
      const [row] = await run<[string, string]>(
        `SELECT document_id, locale FROM (
          SELECT 0 AS age, document_id, ${locale} AS locale FROM ${escapeIdentifier(tables(uid).name)} WHERE id = $1
          UNION ALL SELECT 1, document_id, locale FROM ${ROW_ID_ALIASES} WHERE uid = $2 AND id = $1
        ) found ORDER BY age LIMIT 1`,
        [id, uid],
      );
      return row === undefined ? null : { documentId: row[0], locale: row[1] || null };
    },
  };
};
