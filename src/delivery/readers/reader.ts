import type { DocumentFilter } from '../plan/filter';
import type { Contract } from '../plan/contract';
import type { DependencyKey } from '../invalidation/keys';
import type { SortKey } from '../plan/field-source';

/** One locale of one document. */
export type DocumentReference = { documentId: string; locale: string | null };

/** A query for documents and their order. */
export type DocumentQuery = {
  where?: DocumentFilter;
  /** One locale; undefined means all locales. It is ignored for types that are not localised. */
  locale?: string | undefined;
  sort?: readonly SortKey[];
};

/**
 * Returns a sort order without ties, so that pages neither repeat nor skip rows and equal queries
 * give equal results. It ends with the document's identity, because publishing again changes the
 * row ID. The row ID only separates several rows of one document and locale.
 */
export const totalOrder = (sort: readonly SortKey[] = []): readonly SortKey[] => [
  ...new Set([...sort, 'documentId', 'locale', 'id']),
];

export type PageWindow = { start: number; limit: number };

/** Request values that contracts refer to by name. */
export type RequestParameters = Readonly<Record<string, string | undefined>>;

/** JSON text of a document, with its dependency keys. */
export type DocumentText = { text: Buffer; keys: readonly DependencyKey[] };

/**
 * Reference to a nested document that is read separately. Texts that were read together share one
 * object per document.
 */
export type Reference = DocumentReference & {
  contract: Contract;
  /** Sort key: the values that decided whether and where the document is shown. */
  sortKey: string;
};

/** JSON text of a document without its nested documents. */
export type RenderedDocument = {
  text: Buffer;
  references: readonly Reference[];
  /** Byte offset of each nested document in the text. */
  at: number[];
  /** Sort key: the values that decide whether and where other documents show this one. */
  sortKey: string;
  keys: readonly DependencyKey[];
};

/**
 * Reads documents without their nested documents. Each is passed on as soon as it is read, in any
 * order, so that none waits for all others of a long list.
 *
 * @param take called for each document found, with its position in `references`
 */
export type ReadShallow = (
  contract: Contract,
  references: readonly DocumentReference[],
  parameters: RequestParameters,
  onDocument: (position: number, document: RenderedDocument) => void,
) => Promise<void>;

/** Reads documents in the form of a contract. All implementations return the same JSON. */
export type Reader = {
  /** Returns every matching document, or those in `window`. */
  list: (
    uid: string,
    query: DocumentQuery,
    window?: PageWindow,
  ) => Promise<readonly DocumentReference[]>;
  count: (uid: string, query: DocumentQuery) => Promise<number>;
  /**
   * Returns the document and locale of a row ID, including IDs of rows that were replaced by a new
   * publication.
   */
  findByRowId: (uid: string, id: number) => Promise<DocumentReference | null>;
  /** Returns each document in the given order; null for a missing one. */
  read: (
    contract: Contract,
    references: readonly DocumentReference[],
    parameters: RequestParameters,
  ) => Promise<readonly (DocumentText | null)[]>;
  /** Reads documents with references instead of nested documents; not every reader supports it. */
  readShallow?: ReadShallow;
};
