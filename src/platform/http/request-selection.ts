import type { WithStrapi } from '../with-strapi';

/** As many as one bulk action takes. */
const MOST_SELECTED = 100;

/** Returns the entries of the selection that the request is about; only the given one where it is about none. */
export const selectionOf = ({ strapi }: WithStrapi, documentId: string): readonly string[] => {
  const ctx = strapi.requestContext.get();
  const body = (ctx?.request as { body?: { documentIds?: unknown } } | undefined)?.body;
  const ids = Array.isArray(body?.documentIds) ? body.documentIds : [];
  const selected = ids.filter((id): id is string => typeof id === 'string');
  return selected.includes(documentId) ? selected.slice(0, MOST_SELECTED) : [documentId];
};
