import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import { typesIn } from './plan/filter';
import type { Fragments } from './fragments/fragments';
import { Json, jsonList } from './json';
import type { ContractLookup } from './plan/contract';
import type { ModelLookup } from './plan/model';
import type { DocumentQuery, PageWindow, Reader, RequestParameters } from './readers/reader';

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
  /** The response also depends on this type, which was read by other means. */
  addDependency: (uid: UID.ContentType) => void;
  /** Which version of documents this request sees. */
  status: 'draft' | 'published';
  /** Every type that the response depends on. */
  dependencies: ReadonlySet<string>;
};

type Options = {
  models: ModelLookup;
  contracts: ContractLookup;
  reader: Reader;
  /** Where single documents are kept; null: each is read anew. */
  fragments: Fragments | null;
  status: 'draft' | 'published';
};

/** Reads documents in the forms that contracts describe, for one request. */
export const createView = ({ models, contracts, reader, fragments, status }: Options): View => {
  const dependencies = new Set<string>();

  const addDependencies = (uid: string, { where = {} }: DocumentQuery): void => {
    dependencies.add(uid);
    for (const type of typesIn(models, uid, where)) dependencies.add(type);
  };

  const read = async (
    uid: string,
    schema: z.ZodType,
    { parameters = {}, ...query }: ReadOptions,
    window?: PageWindow,
  ): Promise<readonly Buffer[]> => {
    const contract = contracts(uid, schema);
    addDependencies(uid, query);
    for (const type of contract.dependencies) dependencies.add(type);
    const references = await reader.list(uid, query, window);
    if (references.length === 0) return [];
    const texts =
      fragments === null
        ? await reader.read(contract, references, parameters)
        : await fragments.read(reader, contract, references, parameters);
    return texts.flatMap((text) => {
      if (text === null) return [];
      return [typeof text === 'string' ? Buffer.from(text) : text];
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

    count(uid, query) {
      addDependencies(uid, query);
      return reader.count(uid, query);
    },

    addDependency: (uid) => void dependencies.add(uid),
    status,
    dependencies,
  };
};
