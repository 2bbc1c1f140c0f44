import type { DependencyKey } from '../invalidation/keys';
import type { Contract } from '../plan/contract';
import type { DocumentReference, Reader, RequestParameters } from '../readers/reader';

/** Documents' texts. */
export type DocumentTexts = {
  /** Null for one that is no longer there. */
  texts: readonly (Buffer | null)[];
  /** What they were made from. */
  keys: ReadonlySet<DependencyKey>;
  /** Under which keys their parts are kept; null where they are not. */
  parts: readonly string[] | null;
};

/** Reads documents as a whole, none of it from memory. */
export const readWhole = async (
  reader: Reader,
  contract: Contract,
  references: readonly DocumentReference[],
  parameters: RequestParameters,
): Promise<DocumentTexts> => {
  const documents = await reader.read(contract, references, parameters);
  return {
    parts: null,
    texts: documents.map((document) => document?.text ?? null),
    keys: new Set(documents.flatMap((document) => document?.keys ?? [])),
  };
};
