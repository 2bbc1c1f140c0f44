import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import type { Conditions } from './filter';
import type { ContractLookup } from './plan/contract';
import type { Fragments } from './fragments/fragments';
import { Json, jsonList } from './json';
import type { ModelLookup } from './plan/model';
import type { Given } from './readers/document-service/selection';
import type { Question, Reference, Renderer, Window } from './readers/reader';

export type ReadOptions = Question & {
  /** Values of the request that the contract refers to by name. */
  given?: Given;
};

/** What one request may see of the catalogue, and a record of what it looked at. */
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
    window?: Window,
  ) => Promise<Json<z.output<C>[]>>;
  count: (uid: UID.ContentType, question: Question) => Promise<number>;
  /** The answer also depends on this type, which was asked by other means. */
  note: (uid: UID.ContentType) => void;
  /** Which version of documents this request sees. */
  status: 'draft' | 'published';
  /** Every type that the answer depends on. */
  dependencies: ReadonlySet<string>;
};

type Options = {
  models: ModelLookup;
  contracts: ContractLookup;
  renderer: Renderer;
  /** Where single documents are kept; null: each is rendered when it is read. */
  fragments: Fragments | null;
  status: 'draft' | 'published';
};

/** The types that conditions look at behind relations. */
const typesIn = (models: ModelLookup, uid: string, where: Conditions): readonly string[] =>
  Object.entries(where).flatMap(([name, wanted]) => {
    const target = models(uid).attributes[name]?.target;
    if (target === undefined || typeof wanted === 'string' || Array.isArray(wanted)) return [];
    return [target, ...typesIn(models, target, wanted as Conditions)];
  });

/** Reads documents in the forms that contracts describe, for one request. */
export const createView = ({ models, contracts, renderer, fragments, status }: Options): View => {
  const dependencies = new Set<string>();

  const depend = (uid: string, { where = {} }: Question): void => {
    dependencies.add(uid);
    for (const type of typesIn(models, uid, where)) dependencies.add(type);
  };

  const texts = async (
    uid: string,
    schema: z.ZodType,
    { given = {}, ...question }: ReadOptions,
    window?: Window,
  ): Promise<readonly Buffer[]> => {
    const contract = contracts(uid, schema);
    depend(uid, question);
    for (const type of contract.dependencies) dependencies.add(type);
    const references: readonly Reference[] = await renderer.list(uid, question, window);
    if (references.length === 0) return [];
    const found =
      fragments === null
        ? await renderer.render(contract, references, given)
        : await fragments.read(renderer, contract, references, given);
    return found.flatMap((text) => {
      if (text === null) return [];
      return [typeof text === 'string' ? Buffer.from(text) : text];
    });
  };

  return {
    async one(uid, contract, options) {
      const [text] = await texts(uid, contract, options, { start: 0, limit: 1 });
      return text === undefined ? null : new Json([text]);
    },

    async many(uid, contract, options, window) {
      const found = await texts(uid, contract, options, window);
      return jsonList(found.map((text) => new Json([text])));
    },

    count(uid, question) {
      depend(uid, question);
      return renderer.count(uid, question);
    },

    note: (uid) => void dependencies.add(uid),
    status,
    dependencies,
  };
};
