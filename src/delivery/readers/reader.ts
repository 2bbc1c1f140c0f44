import type { DocumentFilter, SortKey } from '../plan/field-source';
import type { Contract } from '../plan/contract';
import type { DependencyKey } from '../invalidation/keys';

/** One locale of one document. */
export type DocumentReference = { documentId: string; locale: string | null };

/** The draft that a preview shows. All other documents appear in their published version. */
export type VisibleDraft = {
  uid: string;
  documentId: string;
  /** A single empty string for types that are not localised. */
  locales: readonly string[];
};

/** Returns true if a version of a document is the visible draft. */
export const isVisibleDraft = (
  draft: VisibleDraft | null,
  uid: string,
  { documentId, locale }: { documentId?: unknown; locale?: unknown },
): boolean =>
  draft !== null &&
  draft.uid === uid &&
  draft.documentId === documentId &&
  draft.locales.includes(typeof locale === 'string' ? locale : '');

/** A query for documents and their order. */
export type DocumentQuery = {
  where?: DocumentFilter;
  /** One locale; undefined means all locales. It is ignored for types that are not localised. */
  locale?: string | undefined;
  sort?: readonly SortKey[];
};

export type PageWindow = { start: number; limit: number };

/** A query for which documents of a type exist, or how many. */
export type DocumentsQuery = {
  kind: 'list' | 'count';
  uid: string;
  query: DocumentQuery;
  window?: PageWindow | undefined;
};

/** Request values that contracts refer to by name. */
export type RequestParameters = Readonly<Record<string, string | undefined>>;

export type DocumentText = { text: Buffer; keys: readonly DependencyKey[] };

/** Reference to a nested document. Texts that were read together share one per document. */
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

/** Reads documents in the form of a contract. */
export type WholeReader = {
  /**
   * Returns the number of matching documents as text, or their list: all of them, or those in
   * `window`, as `parseReferences` reads them.
   */
  select: (query: DocumentsQuery) => Promise<string>;
  /** Returns each document in the given order; null for a missing one. */
  read: (
    contract: Contract,
    references: readonly DocumentReference[],
    parameters: RequestParameters,
  ) => Promise<readonly (DocumentText | null)[]>;
};

export type Reader = WholeReader & {
  /**
   * Reads documents with references instead of nested documents. Each is passed on as soon as it is
   * read, in any order, so that none waits for all others of a long list.
   *
   * @param onDocument called for each document found, with its position in `references`
   */
  readShallow: (
    contract: Contract,
    references: readonly DocumentReference[],
    parameters: RequestParameters,
    onDocument: (position: number, document: RenderedDocument) => void,
  ) => Promise<void>;
};
