import type { WithStrapi } from '../with-strapi';

/** Maximum number of entries in one bulk action. */
const MOST_SELECTED = 100;

/**
 * Returns the entries of the bulk selection in the current request; only the given entry where
 * there is no selection.
 */
export const selectionOf = ({ strapi }: WithStrapi, documentId: string): readonly string[] => {
  const ctx = strapi.requestContext.get();
  const body = (ctx?.request as { body?: { documentIds?: unknown } } | undefined)?.body;
  const ids = Array.isArray(body?.documentIds) ? body.documentIds : [];
  const selected = ids.filter((id): id is string => typeof id === 'string');
  return selected.includes(documentId) ? selected.slice(0, MOST_SELECTED) : [documentId];
};
