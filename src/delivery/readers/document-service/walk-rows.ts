import { listRows, type DocumentRow } from './document-row';
import { MEDIA_UID } from '../../plan/media-fields';
import type { PlanField, ReadPlan } from '../../plan/read-plan';

/** A row of a content type that owns components and files. */
export type Holder = { uid: string; row: DocumentRow };

/** `path` leads from the first row to this one: attribute names and positions. */
type Visit = (plan: ReadPlan, row: DocumentRow, path: readonly string[], holder: Holder) => void;

type Part = readonly [ReadPlan, DocumentRow, readonly string[]];

const parts = (field: PlanField, row: DocumentRow): readonly Part[] => {
  switch (field.kind) {
    case 'zone':
      return listRows(row, field.attribute).flatMap((part, at): Part[] => {
        const plan = field.plans.get(String(part.__component));
        return plan === undefined ? [] : [[plan, part, [field.attribute, String(at)]]];
      });
    case 'one':
    case 'many':
    case 'pluck':
    case 'translation': {
      const isList = field.kind !== 'one' && (field.kind !== 'pluck' || field.isMany);
      const own = listRows(row, field.attribute).map((target, at): Part => [
        field.plan,
        target,
        isList ? [field.attribute, String(at)] : [field.attribute],
      ]);
      return field.kind === 'translation' ? [...own, ...parts(field.untranslated, row)] : own;
    }
    default:
      return [];
  }
};

/** Calls `visit` for a row and for every row within it that the plan reads. */
export const walkRows = (
  plan: ReadPlan,
  row: DocumentRow,
  visit: Visit,
  path: readonly string[] = [],
  holder: Holder = { uid: plan.uid, row },
): void => {
  visit(plan, row, path, holder);
  for (const field of plan.fields) {
    for (const [inner, target, steps] of parts(field, row)) {
      const isOther = inner.uid.includes('::') && inner.uid !== MEDIA_UID;
      const within = isOther ? { uid: inner.uid, row: target } : holder;
      walkRows(inner, target, visit, [...path, ...steps], within);
    }
  }
};
