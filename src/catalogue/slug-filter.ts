import type { DocumentFilter } from '../delivery/plan/field-source';
import type { View } from '../delivery/view';

/**
 * Returns the condition of an entry that an address names by its slug. A preview may name its draft
 * by `documentId`, because drafts may have no slug.
 */
export const createSlugFilter = ({ draft }: View, uid: string, slug: string): DocumentFilter =>
  draft?.uid === uid && draft.documentId === slug ? { documentId: slug } : { slug };
