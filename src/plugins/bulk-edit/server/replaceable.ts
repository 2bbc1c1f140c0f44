import type { Core, UID } from '@strapi/types';
import type { Replaceable } from '../edit';
import { columnsOf } from './columns';
import { draftsOf } from './drafts';
import { isNaming, type Named } from './cells';

/** What the entries of a selection name, the most frequent first. */
export const replaceableIn = async (
  { strapi }: { strapi: Core.Strapi },
  {
    uid,
    ability,
    documents,
  }: { uid: UID.ContentType; ability: unknown; documents: readonly string[] },
): Promise<Replaceable[]> => {
  const columns = columnsOf({ strapi }, { uid, ability }).filter(isNaming);
  const { drafts } = await draftsOf({ strapi }, { uid, ability }, documents, columns);
  const found = columns.flatMap(({ name: attribute, label, target }) => {
    const named = new Map<string, { name: string; documents: Set<string> }>();
    for (const draft of drafts) {
      for (const { documentId, name } of draft[attribute] as Named[]) {
        const known = named.get(documentId) ?? { name, documents: new Set<string>() };
        known.documents.add(draft.documentId);
        named.set(documentId, known);
      }
    }
    return [...named].map(([documentId, known]) => ({
      attribute,
      label,
      target: target ?? '',
      documentId,
      name: known.name,
      count: known.documents.size,
    }));
  });
  return found.sort((one, other) => other.count - one.count);
};
