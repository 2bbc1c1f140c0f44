import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { findWritableLines } from '../../../rights';
import type { Column, Replaceable } from '../edit';
import { columnsOf } from './columns';
import { draftsOf } from './drafts';
import { isNaming, type Named } from './cells';
import { BUSINESS_LINE } from '../../../../catalogue/business-line';

/**
 * Returns the references of a selection that the user may replace, by descending count. Users with
 * a single business line cannot replace that line.
 */
export const replaceableIn = async (
  { strapi }: WithStrapi,
  {
    uid,
    ability,
    documents,
  }: { uid: UID.ContentType; ability: unknown; documents: readonly string[] },
): Promise<Replaceable[]> => {
  const lines = findWritableLines({ strapi }, uid);
  const mayReplace = ({ target }: Column, documentId: string): boolean =>
    target !== BUSINESS_LINE || lines === null || (lines.length > 1 && lines.includes(documentId));
  const columns = columnsOf({ strapi }, { uid, ability }).filter(isNaming);
  const { drafts } = await draftsOf({ strapi }, { uid, ability }, documents, columns);
  const found = columns.flatMap((column) => {
    const { name: attribute, label, target } = column;
    const named = new Map<string, { name: string; documents: Set<string> }>();
    for (const draft of drafts) {
      for (const { documentId, name } of draft[attribute] as Named[]) {
        const known = named.get(documentId) ?? { name, documents: new Set<string>() };
        known.documents.add(draft.documentId);
        named.set(documentId, known);
      }
    }
    const replaceable = [...named].filter(([documentId]) => mayReplace(column, documentId));
    return replaceable.map(([documentId, known]) => ({
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
