import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { BUSINESS_LINE } from '../../../../catalogue/business-line';
import { currentLanguage } from '../../../../platform/http/message-language';
import { findWritableLines } from '../../../../catalogue/access/limits';
import type { Column, Planned, Replaceable } from '../edit';
import { isNaming, type Named } from './cells';
import { columnsOf } from './columns';
import { draftsOf, type Draft } from './drafts';
import { createReferenceFinder } from './find-references';
import { planReferenceRow } from './reference-row';

type Replacement = {
  uid: UID.ContentType;
  ability: unknown;
  documents: readonly string[];
  /** Relation, and the documentIds of the replaced document and of the replacement. */
  attribute: string;
  from: string;
  to: string;
};

/** Replaces a document in a list. The replacement stays once if the list already has it. */
const replaced = (named: readonly Named[], from: string, to: Named): Named[] => [
  ...new Map(
    named
      .map((one) => (one.documentId === from ? to : one))
      .map((one) => [one.documentId, one] as const),
  ).values(),
];

/**
 * Plans the replacement of a referenced document in some entries, with a row for each locale that
 * refers to it. Nothing is changed. Replacements that the user may not read are not planned.
 */
export const planReplacement = async (
  { strapi }: WithStrapi,
  { uid, ability, documents, attribute, from, to }: Replacement,
): Promise<Planned[]> => {
  const column = columnsOf({ strapi }, { uid, ability }).find(
    (one) => one.name === attribute && isNaming(one),
  );
  if (column === undefined || column.target === null) return [];
  const target = column.target as UID.ContentType;
  const find = await createReferenceFinder({ strapi }, { uid: target, ability, names: [to] });
  const [named] = find(to);
  if (named === undefined) return [];
  const { drafts, publishedOf } = await draftsOf({ strapi }, { uid, ability }, documents, [column]);
  return drafts.flatMap((draft: Draft): Planned[] => {
    const before = draft[attribute] as Named[];
    if (!before.some(({ documentId }) => documentId === from)) return [];
    const language = currentLanguage({ strapi });
    const after = replaced(before, from, named);
    return [planReferenceRow(column, draft, { after, publishedOf, language })];
  });
};

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
