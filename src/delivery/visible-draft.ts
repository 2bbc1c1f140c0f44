import type { Context } from 'koa';

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

type State = { visibleDraft?: VisibleDraft; hasFieldMap?: boolean };

/**
 * Grants a request access to the draft of one document.
 *
 * @param hasFieldMap whether the response has the form fields of its values
 */
export const grantDraft = (
  ctx: Context,
  draft: VisibleDraft,
  { hasFieldMap = false }: { hasFieldMap?: boolean } = {},
): void => {
  const state = ctx.state as State;
  state.visibleDraft = draft;
  state.hasFieldMap = hasFieldMap;
};

/**
 * Returns the only draft that a request may see, granted by a preview token; null if there is none.
 */
export const visibleDraftOf = (ctx: Context): VisibleDraft | null =>
  (ctx.state as State).visibleDraft ?? null;

/** Returns whether the response to a request has the form fields of its values. */
export const hasFieldMapOf = (ctx: Context): boolean => (ctx.state as State).hasFieldMap === true;
