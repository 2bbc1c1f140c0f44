import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import type { Fragments } from './fragments/fragments';
import { readWhole } from './fragments/read-whole';
import { LANGUAGES } from './invalidation/triggers';
import { documentKey, membershipKey, typeKey, type DependencyKey } from './invalidation/keys';
import { Json, jsonList } from './json';
import type { MadeFrom, ReadFromParts } from './made-from';
import type { ContractLookup } from './plan/contract';
import type {
  DocumentQuery,
  DocumentReference,
  PageWindow,
  Reader,
  RequestParameters,
} from './readers/reader';
import type { Run } from './readers/sql/connections';
import type { SelectionKeys } from './invalidation/keys';
import {
  chosenIn,
  referencesIn,
  select,
  UNCONCERNED,
  type Chosen,
  type DocumentsQuery,
  type Selection,
  type Selections,
} from './selections/selections';
import type { VisibleDraft } from './visible-draft';

export type ReadOptions = DocumentQuery & {
  /** Request values that the contract refers to by name. */
  parameters?: RequestParameters;
};

/** All locales of a document, ordered by locale code. */
export type Languages<T> = { documentId: string; languages: Json<T[]> };

/** Read access to content for one request. It records the dependencies of the response. */
export type View = {
  /** Returns the first matching document, or null. */
  one: <C extends z.ZodType>(
    uid: UID.ContentType,
    contract: C,
    options: ReadOptions,
  ) => Promise<Json<z.output<C>> | null>;
  /** Returns every matching document, or those in `window`. */
  many: <C extends z.ZodType>(
    uid: UID.ContentType,
    contract: C,
    options: ReadOptions,
    window?: PageWindow,
  ) => Promise<Json<z.output<C>[]>>;
  /**
   * Returns all locales of each matching document, grouped by document; all documents or those in
   * `window`.
   */
  byDocument: <C extends z.ZodType>(
    uid: UID.ContentType,
    contract: C,
    options: Omit<ReadOptions, 'sort'>,
    window?: PageWindow,
  ) => Promise<{ found: readonly Languages<z.output<C>>[]; total: number }>;
  count: (uid: UID.ContentType, query: DocumentQuery) => Promise<number>;
  /** Returns the identities of matching documents. */
  find: (uid: UID.ContentType, query: DocumentQuery) => Promise<readonly DocumentReference[]>;
  /**
   * Returns the document and locale of a row ID, including IDs of rows that were replaced by a new
   * publication.
   */
  ofRow: (uid: UID.ContentType, id: number) => Promise<DocumentReference | null>;
  /**
   * Returns the rows of a statement that reads more than documents, as arrays of columns. The
   * response depends on the membership of the given types. If the statement reads their `content`,
   * it depends on every change of them.
   */
  rows: <T extends unknown[]>(
    statement: string,
    values: readonly unknown[],
    types: readonly UID.ContentType[],
    by?: 'membership' | 'content',
  ) => Promise<readonly T[]>;
  /**
   * Keeps the response cached despite changes of some types, as long as a statement returns false
   * in its only column. The first two parameters of the statement are the moment after which
   * changes count: a database snapshot (`pg_snapshot`), and seconds since 1970 by the database's
   * clock. Call it before reading the content of the response.
   */
  unlessConcerned: (
    statement: string,
    values: readonly unknown[],
    types: readonly UID.ContentType[],
  ) => Promise<void>;
  /** Returns the locale to use if a request names none. */
  defaultLocale: () => Promise<string>;
  /** The only draft that this request can see; null if there is none. */
  draft: VisibleDraft | null;
  /** Record of everything read so far. */
  madeFrom: MadeFrom;
};

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

const MOMENT = 'SELECT pg_current_snapshot()::text, extract(epoch FROM clock_timestamp())::float8';

type Options = {
  contracts: ContractLookup;
  reader: Reader;
  selectionKeys: SelectionKeys;
  run: Run;
  /** Reads the default locale from the database. */
  defaultLocale: () => Promise<string>;
  /** Caches of query results and documents; null disables them. */
  memory: { selections: Selections; fragments: Fragments } | null;
  draft?: VisibleDraft | null;
};

/** Creates a view, which reads documents in the form of contracts for one request. */
export const createView = ({
  contracts,
  reader,
  selectionKeys,
  run,
  defaultLocale,
  memory,
  draft = null,
}: Options): View => {
  const shown = new Set<DependencyKey>();
  const chosen: Chosen[] = [];
  const chosenBy = new Set<DependencyKey>();
  const types = new Set<string>();
  const fromParts: ReadFromParts[] = [];
  const fixed = new Set<DependencyKey>();

  const showBesides = (key: DependencyKey): void => {
    shown.add(key);
    fixed.add(key);
  };

  const selectBy = async (asked: DocumentsQuery): Promise<Selection> => {
    const selection = await (memory === null
      ? select({ reader, run }, selectionKeys, asked)
      : memory.selections.get({ reader, run }, asked));
    chosen.push(chosenIn(selection));
    for (const key of selection.keys) chosenBy.add(key);
    for (const type of selection.types) types.add(type);
    return selection;
  };

  /** Returns the text of each document; null for one that was removed after the query found it. */
  const textsOf = async (
    uid: string,
    schema: z.ZodType,
    references: readonly DocumentReference[],
    parameters: RequestParameters,
  ): Promise<readonly (Buffer | null)[]> => {
    if (references.length === 0) return [];
    const contract = contracts(uid, schema);
    for (const type of contract.dependencies) types.add(type);
    const { texts, keys, parts } = await (memory === null
      ? readWhole(reader, contract, references, parameters)
      : memory.fragments.read(reader, contract, references, parameters));
    for (const key of keys) shown.add(key);
    if (parts === null) for (const key of keys) fixed.add(key);
    else {
      const keysOfParts = new Map<Buffer, string>();
      for (const [at, text] of texts.entries()) {
        if (text !== null) keysOfParts.set(text, parts[at] ?? '');
      }
      fromParts.push({ texts: keysOfParts, keys });
    }
    for (const [at, { documentId }] of references.entries()) {
      // The document may be published again before the next request, so its key is recorded.
      if (texts[at] === null) showBesides(documentKey(documentId));
    }
    return texts;
  };

  const read = async (
    uid: string,
    schema: z.ZodType,
    { parameters = {}, ...query }: ReadOptions,
    window?: PageWindow,
  ): Promise<readonly Buffer[]> => {
    const references = referencesIn(await selectBy({ kind: 'list', uid, query, window }));
    const texts = await textsOf(uid, schema, references, parameters);
    return texts.filter((text) => text !== null);
  };

  return {
    async one(uid, contract, options) {
      const [text] = await read(uid, contract, options, { start: 0, limit: 1 });
      return text === undefined ? null : new Json([text]);
    },

    async many(uid, contract, options, window) {
      const texts = await read(uid, contract, options, window);
      return jsonList(texts.map((text) => new Json([text])));
    },

    async byDocument<C extends z.ZodType>(
      uid: UID.ContentType,
      contract: C,
      { parameters = {}, ...query }: Omit<ReadOptions, 'sort'>,
      window?: PageWindow,
    ) {
      const all = groupByDocument(
        referencesIn(
          await selectBy({ kind: 'list', uid, query: { ...query, sort: ['documentId'] } }),
        ),
      );
      const wanted =
        window === undefined ? all : all.slice(window.start, window.start + window.limit);
      const texts = await textsOf(uid, contract, wanted.flat(), parameters);
      let next = 0;
      const found = wanted.flatMap((references) => {
        const own = texts.slice(next, (next += references.length)).filter((text) => text !== null);
        const documentId = references[0]?.documentId;
        return documentId === undefined || own.length === 0
          ? []
          : [{ documentId, languages: jsonList(own.map((text) => new Json<z.output<C>>([text]))) }];
      });
      return { found, total: all.length };
    },

    count: async (uid, query) => Number((await selectBy({ kind: 'count', uid, query })).found),

    find: async (uid, query) => referencesIn(await selectBy({ kind: 'list', uid, query })),

    async ofRow(uid, id) {
      const reference = await reader.ofRow(uid, id);
      // A row ID that exists never refers to another document. An unknown ID may be given to a row
      // later.
      showBesides(reference === null ? typeKey(uid) : documentKey(reference.documentId));
      types.add(uid);
      return reference;
    },

    rows(statement, values, uids, by = 'membership') {
      for (const uid of uids) {
        showBesides(by === 'content' ? typeKey(uid) : membershipKey(uid));
        types.add(uid);
      }
      return run(statement, values);
    },

    async unlessConcerned(statement, values, uids) {
      const [moment = []] = await run<[string, number]>(MOMENT, []);
      const asked = {
        kind: 'changes',
        statement,
        values: [...moment, ...values],
        types: uids,
      } as const;
      chosen.push({ asked, digest: UNCONCERNED });
      for (const uid of uids) {
        chosenBy.add(typeKey(uid));
        types.add(uid);
      }
    },

    defaultLocale() {
      showBesides(typeKey(LANGUAGES));
      types.add(LANGUAGES);
      return defaultLocale();
    },

    draft,
    madeFrom: { shown, chosen, chosenBy, types, parts: fromParts, fixed },
  };
};
