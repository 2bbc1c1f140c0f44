import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { languageNow } from '../../../../platform/http/message-language';
import type { Planned } from '../edit';
import { isNaming, type Named } from './cells';
import { columnsOf } from './columns';
import { draftsOf, type Draft } from './drafts';
import { namedRow } from './named-row';

type Replacement = {
  uid: UID.ContentType;
  ability: unknown;
  documents: readonly string[];
  /** The relation, and the documents behind it: the one that goes, and the one that comes in its place. */
  attribute: string;
  from: string;
  to: Named;
};

/** In the place of the one that goes; once, where it stands there already. */
const replaced = (named: readonly Named[], from: string, to: Named): Named[] => [
  ...new Map(
    named
      .map((one) => (one.documentId === from ? to : one))
      .map((one) => [one.documentId, one] as const),
  ).values(),
];

/**
 * What would become of some entries if one of those that they name were another one: a row for each of their
 * languages in which it stands. Nothing is changed.
 */
export const planReplacement = async (
  { strapi }: WithStrapi,
  { uid, ability, documents, attribute, from, to }: Replacement,
): Promise<Planned[]> => {
  const column = columnsOf({ strapi }, { uid, ability }).find(
    (one) => one.name === attribute && isNaming(one),
  );
  if (column === undefined) return [];
  const { drafts, publishedOf } = await draftsOf({ strapi }, { uid, ability }, documents, [column]);
  return drafts.flatMap((draft: Draft): Planned[] => {
    const before = draft[attribute] as Named[];
    if (!before.some(({ documentId }) => documentId === from)) return [];
    const language = languageNow({ strapi });
    const after = replaced(before, from, to);
    return [namedRow(column, draft, { after, publishedOf, language })];
  });
};
