import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import { readWhole, type Fragments } from './fragments/fragments';
import { LANGUAGES } from './invalidation/triggers';
import { documentKey, typeKey, type DependencyKey } from './invalidation/keys';
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
import type { SelectionKeys } from './invalidation/keys';
import {
  chosenIn,
  referencesIn,
  select,
  type Chosen,
  type SelectionQuery,
  type Selection,
  type Selections,
} from './selections/selections';

export type ReadOptions = DocumentQuery & {
  /** Values of the request that the contract refers to by name. */
  parameters?: RequestParameters;
};

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
  count: (uid: UID.ContentType, query: DocumentQuery) => Promise<number>;
  /** Which documents match, in which languages. */
  find: (uid: UID.ContentType, query: DocumentQuery) => Promise<readonly DocumentReference[]>;
  /** The document and language that the row with this number is a version of, published or not. */
  ofRow: (uid: UID.ContentType, id: number) => Promise<DocumentReference | null>;
  /** The language that is meant where nothing names one. */
  defaultLocale: () => Promise<string>;
  /** Which version of documents this request sees. */
  status: 'draft' | 'published';
  /** What has been read so far. */
  madeFrom: MadeFrom;
};

type Options = {
  contracts: ContractLookup;
  reader: Reader;
  selectionKeys: SelectionKeys;
  /** Reads the setting from the database. */
  defaultLocale: () => Promise<string>;
  /** Where selections and single documents are kept; null: each is read anew. */
  memory: { selections: Selections; fragments: Fragments } | null;
  status: 'draft' | 'published';
};

/** Reads documents in the forms that contracts describe, for one request. */
export const createView = ({
  contracts,
  reader,
  selectionKeys,
  defaultLocale,
  memory,
  status,
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

  const selectBy = async (asked: SelectionQuery): Promise<Selection> => {
    const selection = await (memory === null
      ? select(reader, selectionKeys, asked)
      : memory.selections.get(reader, asked));
    chosen.push(chosenIn(selection));
    for (const key of selection.keys) chosenBy.add(key);
    for (const type of selection.types) types.add(type);
    return selection;
  };

  const read = async (
    uid: string,
    schema: z.ZodType,
    { parameters = {}, ...query }: ReadOptions,
    window?: PageWindow,
  ): Promise<readonly Buffer[]> => {
    const contract = contracts(uid, schema);
    const references: readonly DocumentReference[] = referencesIn(
      await selectBy({ kind: 'list', uid, query, window }),
    );
    if (references.length === 0) return [];
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
    return texts.flatMap((text, at) => {
      if (text !== null) return [text];
      // Gone since it was found; it may be back before anybody asks again.
      const gone = references[at];
      if (gone !== undefined) showBesides(documentKey(gone.documentId));
      return [];
    });
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

    count: async (uid, query) => Number((await selectBy({ kind: 'count', uid, query })).found),

    find: async (uid, query) => referencesIn(await selectBy({ kind: 'list', uid, query })),

    async ofRow(uid, id) {
      const reference = await reader.ofRow(uid, id);
      // A document's rows get other numbers when it is published, and not otherwise.
      showBesides(reference === null ? typeKey(uid) : documentKey(reference.documentId));
      types.add(uid);
      return reference;
    },

    defaultLocale() {
      showBesides(typeKey(LANGUAGES));
      types.add(LANGUAGES);
      return defaultLocale();
    },

    status,
    madeFrom: { shown, chosen, chosenBy, types, parts: fromParts, fixed },
  };
};
