import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import {
  createReferenceFinder,
  isNaming,
  splitNames,
  type Column,
  type FindReference,
  type FieldsOf,
} from '../../../bulk-edit';
import { placeCalled, formatFieldPath } from '../columns/field-paths';
import type { Write } from '../entries/merge-cells';
import type { StoredDecision } from '../store/decisions';

/**
 * Looks up the entries and files that cells name, limited to what the user may read, with one query
 * per type.
 */
export const namesOf = async (
  { strapi }: WithStrapi,
  {
    uid,
    ability,
    fieldsOf,
    decisions,
  }: {
    uid: UID.ContentType;
    ability: unknown;
    fieldsOf: FieldsOf;
    decisions: readonly StoredDecision[];
  },
  writes: readonly Write[],
): Promise<(column: Column) => FindReference> => {
  const wanted = new Map<string, Set<string>>();
  for (const { place, text } of writes) {
    if (text.trim() === '') continue;
    const column = placeCalled(fieldsOf, uid, formatFieldPath(place))?.column;
    if (column === undefined || !isNaming(column)) continue;
    const target = column.target ?? '';
    const names = wanted.get(target) ?? new Set<string>();
    for (const name of splitNames(text)) names.add(name);
    wanted.set(target, names);
  }
  const known = new Map<string, FindReference>();
  for (const [target, names] of wanted) {
    for (const decision of decisions) {
      if (decision.target === target && decision.documentId !== null) {
        names.add(decision.documentId);
      }
    }
    const wantedUid = target as UID.ContentType;
    known.set(
      target,
      await createReferenceFinder({ strapi }, { uid: wantedUid, ability, names: [...names] }),
    );
  }
  return ({ target }) => known.get(target ?? '') ?? (() => []);
};
