/**
 * The document whose draft a preview shows, in certain locales. All other documents appear in their
 * published version.
 */
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
