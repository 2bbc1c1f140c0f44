import type { DependencyKey } from '../invalidation/keys';
import type { Contract } from '../plan/contract';
import type { DocumentReference, Reader, RequestParameters } from '../readers/reader';

/** Texts of documents. */
export type DocumentTexts = {
  /** Null for a document that no longer exists. */
  texts: readonly (Buffer | null)[];
  /** Dependency keys of all documents. */
  keys: ReadonlySet<DependencyKey>;
  /** Keys of the cached documents; null if they are not cached. */
  cacheKeys: readonly string[] | null;
};

/** Reads whole documents without the cache. */
export const readUncached = async (
  reader: Reader,
  contract: Contract,
  references: readonly DocumentReference[],
  parameters: RequestParameters,
): Promise<DocumentTexts> => {
  const documents = await reader.read(contract, references, parameters);
  return {
    cacheKeys: null,
    texts: documents.map((document) => document?.text ?? null),
    keys: new Set(documents.flatMap((document) => document?.keys ?? [])),
  };
};
