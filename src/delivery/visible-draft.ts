import type { Context } from 'koa';

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

type State = { visibleDraft?: VisibleDraft; hasFieldMap?: boolean };

/** Lets a request see the draft of one document, and the form fields of its values. */
export const grantDraft = (
  ctx: Context,
  draft: VisibleDraft,
  { hasFieldMap = false }: { hasFieldMap?: boolean } = {},
): void => {
  const state = ctx.state as State;
  state.visibleDraft = draft;
  state.hasFieldMap = hasFieldMap;
};

/** Returns the draft that a preview token lets a request see, or null. */
export const visibleDraftOf = (ctx: Context): VisibleDraft | null =>
  (ctx.state as State).visibleDraft ?? null;

export const hasFieldMapOf = (ctx: Context): boolean => (ctx.state as State).hasFieldMap === true;
