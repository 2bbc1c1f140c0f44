/**
 * The one document of which a preview shows the draft, in some of its languages; of everything else it shows what is
 * published.
 */
export type VisibleDraft = {
  uid: string;
  documentId: string;
  /** Of a type without languages, an empty code. */
  locales: readonly string[];
};

/** Whether a version of a document is the one of which the draft is visible. */
export const isVisibleDraft = (
  draft: VisibleDraft | null,
  uid: string,
  { documentId, locale }: { documentId?: unknown; locale?: unknown },
): boolean =>
  draft !== null &&
  draft.uid === uid &&
  draft.documentId === documentId &&
  draft.locales.includes(typeof locale === 'string' ? locale : '');
