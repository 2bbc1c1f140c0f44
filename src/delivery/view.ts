import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import { readDefaultLocale } from '#platform/strapi/default-locale';
import type { DocumentTexts } from './document-cache/document-cache';
import { LANGUAGES } from './plan/model';
import {
  buildDocumentKey,
  buildMembershipKey,
  typeKey,
  type DependencyKey,
} from './invalidation/keys';
import { SOURCE } from './field-map';
import type { CachedTexts, DependencySet } from './http-cache/response';
import { Json, createJsonList, pickKeys } from './json';
import type { Contract, ContractLookup } from './plan/contract';
import type { Includable } from './plan/field-source';
import type {
  DocumentQuery,
  DocumentReference,
  DocumentsQuery,
  PageWindow,
  RequestParameters,
  VisibleDraft,
} from './readers/reader';
import type { Run } from './readers/sql/connections';
import {
  parseReferences,
  toQueryResult,
  type QueryResult,
  type Selection,
  type SelectionQuery,
} from './selections/selection-cache';

export type ReadOptions = DocumentQuery & {
  /** Request values that the contract refers to by name. */
  parameters?: RequestParameters | undefined;
  /** Keys of the documents to return; all of them by default. */
  fields?: readonly string[] | undefined;
};

/** All locales of a document, ordered by locale code. */
export type Languages<T> = { documentId: string; languages: Json<T[]> };

/** Groups references by document; they must be ordered by document. */
const groupByDocument = (references: readonly DocumentReference[]): DocumentReference[][] => {
  const groups: DocumentReference[][] = [];
  for (const reference of references) {
    const last = groups.at(-1);
    if (last?.[0]?.documentId === reference.documentId) last.push(reference);
    else groups.push([reference]);
  }
  return groups;
};

const SELECT_NOW = 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000';

const SELECT_SNAPSHOT =
  'SELECT pg_current_snapshot()::text, extract(epoch FROM clock_timestamp())::float8';

type Options = {
  contracts: ContractLookup;
  /** Executes a query, or returns its cached result. */
  select: (query: SelectionQuery) => Promise<Selection>;
  /** Reads documents from the cache or from the database. */
  readDocuments: (
    contract: Contract,
    references: readonly DocumentReference[],
    parameters: RequestParameters,
  ) => Promise<DocumentTexts>;
  findByRowId: (uid: string, id: number) => Promise<DocumentReference | null>;
  run: Run;
  draft?: VisibleDraft | null;
  /** Groups of optional fields that documents are read with. */
  includes?: readonly Includable[];
};

/** Creates read access to content for one request. It records the dependencies of the response. */
export const createView = ({
  contracts,
  select,
  readDocuments,
  findByRowId,
  run,
  draft = null,
  includes = [],
}: Options) => {
  const contentKeys = new Set<DependencyKey>();
  const queryResults: QueryResult[] = [];
  const queryKeys = new Set<DependencyKey>();
  const types = new Set<string>();
  const cachedTexts: CachedTexts[] = [];
  const recomputeOn = new Set<DependencyKey>();
  let expiresAt = Infinity;

  const addUncachedKey = (key: DependencyKey): void => {
    contentKeys.add(key);
    recomputeOn.add(key);
  };

  /** Returns the result of a query that selects documents. */
  const runQuery = async (query: SelectionQuery): Promise<string> => {
    const selection = await select(query);
    queryResults.push(toQueryResult(selection));
    for (const key of selection.keys) queryKeys.add(key);
    for (const type of selection.types) types.add(type);
    return selection.result;
  };

  const list = async (query: Omit<DocumentsQuery, 'kind'>): Promise<readonly DocumentReference[]> =>
    parseReferences(await runQuery({ kind: 'list', ...query }));

  /** Returns the text of each document; null for one that was removed after the query found it. */
  const readTexts = async (
    uid: string,
    schema: z.ZodType,
    references: readonly DocumentReference[],
    parameters: RequestParameters,
  ): Promise<readonly (Buffer | null)[]> => {
    if (references.length === 0) return [];
    const contract = contracts(uid, schema, includes);
    for (const type of contract.dependencies) types.add(type);
    const { texts, keys, cacheKeys } = await readDocuments(contract, references, parameters);
    for (const key of keys) contentKeys.add(key);
    if (cacheKeys === null) for (const key of keys) recomputeOn.add(key);
    const cacheKeyByText = new Map<Buffer, string>();
    for (const [index, { documentId }] of references.entries()) {
      const text = texts[index] ?? null;
      // The document may be published again before the next request, so its key is recorded.
      if (text === null) addUncachedKey(buildDocumentKey(documentId));
      else if (cacheKeys !== null) cacheKeyByText.set(text, cacheKeys[index] ?? '');
    }
    if (cacheKeys !== null) cachedTexts.push({ texts: cacheKeyByText, keys });
    return texts;
  };

  const readFound = async (
    uid: string,
    schema: z.ZodType,
    references: readonly DocumentReference[],
    { parameters = {}, fields }: Pick<ReadOptions, 'parameters' | 'fields'>,
  ): Promise<readonly Buffer[]> => {
    const texts = await readTexts(uid, schema, references, parameters);
    const available = texts.filter((text) => text !== null);
    if (fields === undefined) return available;
    return pickKeys(available, draft === null ? fields : [...fields, SOURCE]);
  };

  const read = async (
    uid: string,
    schema: z.ZodType,
    { parameters, fields, ...query }: ReadOptions,
    window?: PageWindow,
  ): Promise<readonly Buffer[]> => {
    const references = await list({ uid, query, window });
    return readFound(uid, schema, references, { parameters, fields });
  };

  const toList = <T>(texts: readonly Buffer[]): Json<T[]> =>
    createJsonList(texts.map((text) => new Json<T>([text])));

  return {
    async readOne<C extends z.ZodType>(
      uid: UID.ContentType,
      contract: C,
      options: ReadOptions,
    ): Promise<Json<z.output<C>> | null> {
      const [text] = await read(uid, contract, options, { start: 0, limit: 1 });
      return text === undefined ? null : new Json([text]);
    },

    /** Returns every matching document, or those in `window`. */
    readMany: async <C extends z.ZodType>(
      uid: UID.ContentType,
      contract: C,
      options: ReadOptions,
      window?: PageWindow,
    ): Promise<Json<z.output<C>[]>> => toList(await read(uid, contract, options, window)),

    /** Returns all locales of each matching document; all documents or those in `window`. */
    async readByDocument<C extends z.ZodType>(
      uid: UID.ContentType,
      contract: C,
      { parameters = {}, ...query }: Omit<ReadOptions, 'sort' | 'fields'>,
      window?: PageWindow,
    ): Promise<{ documents: readonly Languages<z.output<C>>[]; total: number }> {
      const all = groupByDocument(await list({ uid, query: { ...query, sort: ['documentId'] } }));
      const pageGroups =
        window === undefined ? all : all.slice(window.start, window.start + window.limit);
      const texts = await readTexts(uid, contract, pageGroups.flat(), parameters);
      let next = 0;
      const documents = pageGroups.flatMap((references) => {
        const documentTexts = texts
          .slice(next, (next += references.length))
          .filter((text) => text !== null);
        const documentId = references[0]?.documentId;
        return documentId === undefined || documentTexts.length === 0
          ? []
          : [{ documentId, languages: toList<z.output<C>>(documentTexts) }];
      });
      return { documents, total: all.length };
    },

    count: async (uid: UID.ContentType, query: DocumentQuery): Promise<number> =>
      Number(await runQuery({ kind: 'count', uid, query })),

    findReferences: (
      uid: UID.ContentType,
      query: DocumentQuery,
    ): Promise<readonly DocumentReference[]> => list({ uid, query }),

    /** Returns the document of a row ID, even if a new publication replaced the row. */
    async findByRowId(uid: UID.ContentType, id: number): Promise<DocumentReference | null> {
      const reference = await findByRowId(uid, id);
      // A row ID that exists never refers to another document. An unknown ID may be given to a row
      // later.
      addUncachedKey(reference === null ? typeKey(uid) : buildDocumentKey(reference.documentId));
      types.add(uid);
      return reference;
    },

    /**
     * Returns the rows of a statement that reads more than documents, as arrays of columns. The
     * response depends on the membership of the given types. If the statement reads their
     * `content`, it depends on every change of them.
     */
    runStatement<T extends unknown[]>(
      statement: string,
      values: readonly unknown[],
      uids: readonly UID.ContentType[],
      kind: 'membership' | 'content' = 'membership',
    ): Promise<readonly T[]> {
      for (const uid of uids) {
        addUncachedKey(kind === 'content' ? typeKey(uid) : buildMembershipKey(uid));
        types.add(uid);
      }
      return run<T>(statement, values);
    },

    /**
     * Returns the text of a statement's only row and column, which selects documents. After a
     * change of the types the statement runs again; the response stays cached if the text is the
     * same.
     */
    selectBy: (
      statement: string,
      values: readonly unknown[],
      uids: readonly UID.ContentType[],
    ): Promise<string> => runQuery({ kind: 'statement', statement, values, types: uids }),

    /** Returns documents in the given order, without those that no longer exist. */
    readReferences: async <C extends z.ZodType>(
      uid: UID.ContentType,
      contract: C,
      references: readonly DocumentReference[],
      options: Pick<ReadOptions, 'parameters' | 'fields'>,
    ): Promise<Json<z.output<C>[]>> => toList(await readFound(uid, contract, references, options)),

    /**
     * Keeps the response cached despite changes of some types, as long as a statement returns false
     * in its only column. The first two parameters of the statement are the moment after which
     * changes count. They are a database snapshot (`pg_snapshot`), and seconds since 1970 by the
     * database's clock. Call it before reading the content of the response.
     */
    async revalidateBy(
      statement: string,
      values: readonly unknown[],
      uids: readonly UID.ContentType[],
    ): Promise<void> {
      const [moment = []] = await run<[string, number]>(SELECT_SNAPSHOT, []);
      const parameters = [...moment, ...values];
      const selectionQuery = {
        kind: 'statement',
        statement,
        values: parameters,
        types: uids,
      } as const;
      // The query looks for changes after this snapshot, so its result is still `false`.
      queryResults.push({ selectionQuery, digest: 'false' });
      for (const uid of uids) {
        queryKeys.add(typeKey(uid));
        types.add(uid);
      }
    },

    /**
     * Returns the time by the database's clock, in milliseconds since 1970. The response may depend
     * on whether some instants have passed: it expires at the first of them that is still to come.
     * Without instants, the time is this process's.
     */
    async now(instants: readonly (string | null)[]): Promise<number> {
      const moments = instants.flatMap((instant) => (instant === null ? [] : Date.parse(instant)));
      if (moments.length === 0) return Date.now();
      // Read before the query, so that the response expires early rather than late.
      const startedAt = performance.now();
      const [[now] = [Date.now()]] = await run<[number]>(SELECT_NOW, []);
      const remainingMs = moments.filter((moment) => moment > now).map((moment) => moment - now);
      expiresAt = Math.min(expiresAt, startedAt + Math.min(...remainingMs));
      return now;
    },

    /** Expiry of the response by `performance.now()`; Infinity if no instant changes it. */
    get expiresAt() {
      return expiresAt;
    },

    /** Returns the locale to use if a request names none. */
    defaultLocale(): Promise<string> {
      addUncachedKey(typeKey(LANGUAGES));
      types.add(LANGUAGES);
      return readDefaultLocale(run);
    },

    /** The only draft that this request can see; null if there is none. */
    draft,

    dependencies: {
      contentKeys,
      queryResults,
      queryKeys,
      types,
      cachedTexts,
      recomputeOn,
    } as DependencySet,
  };
};

export type View = ReturnType<typeof createView>;
