import type { SortKey } from './field-source';
import { attributeOf, type ModelLookup } from './model';
import { plansIn, type PlanField, type ReadPlan } from './read-plan';

/** A field that shows the documents of another type that reference this document. */
export type InverseField = {
  uid: string;
  via: string;
  /** Attribute that some of those documents are filtered by. */
  compared: string | null;
  /** Empty if they are shown in the order of their links. */
  sort: readonly SortKey[];
  /** Whether it is the other side of a relation of this document. */
  isMapped: boolean;
};

const inverseOf = (models: ModelLookup, uid: string, field: PlanField): InverseField | null => {
  if (field.kind === 'referencedBy') {
    return { uid: field.uid, via: field.via, compared: null, sort: field.sort, isMapped: false };
  }
  if (field.kind !== 'one' && field.kind !== 'many' && field.kind !== 'pluck') return null;
  const { mappedBy } = attributeOf(models(uid), field.attribute);
  if (mappedBy === undefined) return null;
  const compared = field.kind === 'many' ? (field.where?.attribute ?? null) : null;
  return { uid: field.plan.uid, via: mappedBy, compared, sort: field.sort, isMapped: true };
};

/** Returns the inverse fields of a plan, without those of nested documents. */
export const inverseFieldsOf = (
  models: ModelLookup,
  { uid, fields }: ReadPlan,
): readonly InverseField[] => fields.flatMap((field) => inverseOf(models, uid, field) ?? []);

/** Returns true if a plucked value can be recognised within a text: no list and no object. */
export const isPluckedAlone = (models: ModelLookup, { uid, fields }: ReadPlan): boolean => {
  const [only] = fields;
  if (only?.kind !== 'scalar') return false;
  const { type } = attributeOf(models(uid), only.attribute);
  return type !== null && type !== 'json' && type !== 'blocks';
};

/**
 * Returns the types on whose every change a document depends, because the plan does not allow keys
 * per document. It filters its own relation by content, or shows a value that is a list or an
 * object.
 *
 * @param without skips fields and everything within them
 */
export const wholeTypesIn = (
  models: ModelLookup,
  plan: ReadPlan,
  without?: (field: PlanField) => boolean,
): ReadonlySet<string> =>
  new Set(
    plansIn(plan, without).flatMap((inner) =>
      inner.fields.flatMap((field) => {
        const isChosen =
          field.kind === 'many' &&
          field.where !== undefined &&
          inverseOf(models, inner.uid, field) === null;
        const isUnmarked =
          field.kind === 'pluck' &&
          field.plan.uid.includes('::') &&
          !isPluckedAlone(models, field.plan);
        return isChosen || isUnmarked ? [field.plan.uid] : [];
      }),
    ),
  );
