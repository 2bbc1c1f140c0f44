import type { DocumentFilter } from '../plan/filter';
import type { Contract } from '../plan/contract';
import type { DependencyKey } from '../invalidation/keys';
import type { SortKey } from '../plan/field-source';

/** One language version of one document. */
export type DocumentReference = { documentId: string; locale: string | null };

/** Which documents to read, and in which order. */
export type DocumentQuery = {
  where?: DocumentFilter;
  /** One language; every language unless given. Ignored by types without languages. */
  locale?: string | undefined;
  sort?: readonly SortKey[];
};

/**
 * A sort that leaves nothing open, so that pages neither repeat nor skip and equal selections are found equal
 * again. By the identity, because a row's number is another once it was taken back and published again; only several rows of
 * one document and language are told apart by it.
 */
export const totalOrder = (sort: readonly SortKey[] = []): readonly SortKey[] => [
  ...new Set([...sort, 'documentId', 'locale', 'id']),
];

export type PageWindow = { start: number; limit: number };

/** The values of a request that contracts refer to by name. */
export type RequestParameters = Readonly<Record<string, string | undefined>>;

/** The JSON text of a document, and what it was made from. */
export type DocumentText = { text: Buffer; keys: readonly DependencyKey[] };

/** A document within others, which is read of its own. All texts that were read together and show it share one. */
export type Reference = DocumentReference & {
  contract: Contract;
  /** What decided that it is shown, and where. */
  placing: string;
};

/** The JSON text of a document without those that are read of their own. */
export type DocumentPart = {
  text: Buffer;
  references: readonly Reference[];
  /** Where in the text each of them belongs, in bytes. */
  at: number[];
  /** What decides whether, and where, others show this document. */
  placing: string;
  keys: readonly DependencyKey[];
};

/**
 * Reads parts of documents. Each is given as soon as it was read, in whichever order, so that of a long list none has to
 * wait for all of them.
 *
 * @param take is given each document that is there, with its place in the order given
 */
export type ReadParts = (
  contract: Contract,
  references: readonly DocumentReference[],
  parameters: RequestParameters,
  take: (place: number, part: DocumentPart) => void,
) => Promise<void>;

/** A way of reading documents in the form that a contract describes. All ways give the same JSON. */
export type Reader = {
  /** Every document that matches, or those in `window`. */
  list: (
    uid: string,
    query: DocumentQuery,
    window?: PageWindow,
  ) => Promise<readonly DocumentReference[]>;
  count: (uid: string, query: DocumentQuery) => Promise<number>;
  /** The document and language that the row with this number is a version of, or was before it was published anew. */
  ofRow: (uid: string, id: number) => Promise<DocumentReference | null>;
  /** Each document in the order given; null for one that is no longer there. */
  read: (
    contract: Contract,
    references: readonly DocumentReference[],
    parameters: RequestParameters,
  ) => Promise<readonly (DocumentText | null)[]>;
  /** The same with references in place of the documents within; not every way of reading can. */
  readParts?: ReadParts;
};
