import { attributeOf, type ModelLookup } from './model';
import { plansIn, type PlanField, type ReadPlan } from './read-plan';

/** A field that shows which documents of another type point at the one that it belongs to. */
export type InverseField = {
  uid: string;
  /** The relation there. */
  via: string;
  /** The attribute by which some of those documents are left out. */
  compared: string | null;
};

const inverseOf = (models: ModelLookup, uid: string, field: PlanField): InverseField | null => {
  if (field.kind === 'referencedBy') return { uid: field.uid, via: field.via, compared: null };
  if (field.kind !== 'one' && field.kind !== 'many' && field.kind !== 'pluck') return null;
  const { mappedBy } = attributeOf(models(uid), field.attribute);
  if (mappedBy === undefined) return null;
  const compared = field.kind === 'many' ? (field.where?.attribute ?? null) : null;
  return { uid: field.plan.uid, via: mappedBy, compared };
};

/** The inverse fields of the documents of one plan, without those of what they show. */
export const inverseFieldsOf = (
  models: ModelLookup,
  { uid, fields }: ReadPlan,
): readonly InverseField[] => fields.flatMap((field) => inverseOf(models, uid, field) ?? []);

/**
 * Whether a plucked value can be told from what is around it in a text: whatever is neither list nor
 * object can.
 */
export const isPluckedAlone = (models: ModelLookup, { uid, fields }: ReadPlan): boolean => {
  const [only] = fields;
  if (only?.kind !== 'scalar') return false;
  const { type } = attributeOf(models(uid), only.attribute);
  return type !== null && type !== 'json' && type !== 'blocks';
};

/**
 * The types of which a document under a plan shows something that cannot be told by document: it leaves
 * some out of its own relation by what they hold, or shows a value that is no single one.
 *
 * @param without fields of which nothing within is looked at
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
