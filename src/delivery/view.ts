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
  /** Values of the request that the contract refers to by name. */
  parameters?: RequestParameters;
};

/** A document's languages, in the order of their codes. */
export type Languages<T> = { documentId: string; languages: Json<T[]> };

/** What one request may see of the catalogue, and a record of what it depends on. */
export type View = {
  /** The first matching document, or null. */
  one: <C extends z.ZodType>(
    uid: UID.ContentType,
    contract: C,
    options: ReadOptions,
  ) => Promise<Json<z.output<C>> | null>;
  /** Every matching document, or those in `window`. */
  many: <C extends z.ZodType>(
    uid: UID.ContentType,
    contract: C,
    options: ReadOptions,
    window?: PageWindow,
  ) => Promise<Json<z.output<C>[]>>;
  /** The languages of each matching document together, by document; of all documents, or of those in `window`. */
  byDocument: <C extends z.ZodType>(
    uid: UID.ContentType,
    contract: C,
    options: Omit<ReadOptions, 'sort'>,
    window?: PageWindow,
  ) => Promise<{ found: readonly Languages<z.output<C>>[]; total: number }>;
  count: (uid: UID.ContentType, query: DocumentQuery) => Promise<number>;
  /** Which documents match, in which languages. */
  find: (uid: UID.ContentType, query: DocumentQuery) => Promise<readonly DocumentReference[]>;
  /** The document and language that the row with this number is a version of, or was before it was published anew. */
  ofRow: (uid: UID.ContentType, id: number) => Promise<DocumentReference | null>;
  /**
   * What a statement answers that reads something else than documents, as arrays of columns. The answer counts as
   * another one whenever some of these types have other documents, or those are selected by other values; where
   * the statement reads their `content`, whenever anything of these types has changed.
   */
  rows: <T extends unknown[]>(
    statement: string,
    values: readonly unknown[],
    types: readonly UID.ContentType[],
    by?: 'membership' | 'content',
  ) => Promise<readonly T[]>;
  /**
   * Has the answer kept, whatever changes of some types, for as long as a statement says in its one column that nothing of it
   * concerns the answer. The first two parameters of the statement are the moment from which on changes count: as a snapshot
   * of the database (`pg_snapshot`), and in seconds since 1970 by its clock. To be called before the answer is read.
   */
  unlessConcerned: (
    statement: string,
    values: readonly unknown[],
    types: readonly UID.ContentType[],
  ) => Promise<void>;
  /** The language that is meant where nothing names one. */
  defaultLocale: () => Promise<string>;
  /** The only draft that this request sees; null: none. */
  draft: VisibleDraft | null;
  /** What has been read so far. */
  madeFrom: MadeFrom;
};

/** References that stand in the order of their documents, those of one document together. */
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
  /** Runs a statement. */
  run: Run;
  /** Reads the setting from the database. */
  defaultLocale: () => Promise<string>;
  /** Where selections and single documents are kept; null: each is read anew. */
  memory: { selections: Selections; fragments: Fragments } | null;
  draft?: VisibleDraft | null;
};

/** Reads documents in the forms that contracts describe, for one request. */
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

  /** The text of each; null for what is gone since it was found. */
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
      // It may be back before anybody asks again.
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
      // What a number names stays; one that names nothing is given to a row yet.
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
