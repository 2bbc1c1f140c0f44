import type { SortKey } from '../contracts/kit/source';
import { MEDIA_COLUMNS, MEDIA_UID } from './media';
import type { Field, Plan } from './plan';

/** Values of the request that a contract refers to by name. */
export type Given = Readonly<Record<string, string | undefined>>;

/** The part of a Document Service call that says what to read. */
export type Selection = {
  fields: string[];
  populate: Record<string, Population>;
};

export type Population =
  | (Selection & { sort?: string[]; filters?: Record<string, unknown> })
  | { on: Record<string, Selection> };

export const toSort = (sort: readonly SortKey[]): string[] =>
  sort.map((key) => (key.startsWith('-') ? `${key.slice(1)}:desc` : `${key}:asc`));

const rowsOf = (field: Extract<Field, { attribute: string; sort: unknown }>, given: Given) => {
  const locale = field.narrowedBy === undefined ? undefined : given[field.narrowedBy];
  return {
    ...(field.sort.length === 0 ? {} : { sort: toSort(field.sort) }),
    ...(locale === undefined ? {} : { filters: { locale } }),
  };
};

const populationOf = (field: Field, given: Given): Population | undefined => {
  switch (field.kind) {
    case 'one':
    case 'many': {
      const selection = selectionOf(field.plan, given);
      const extra = field.kind === 'many' && field.where ? [field.where.attribute] : [];
      return {
        ...selection,
        fields: [...new Set([...selection.fields, ...extra])],
        ...rowsOf(field, given),
      };
    }
    case 'pluck':
      return { fields: ['id', field.field], populate: {}, ...rowsOf(field, given) };
    case 'zone':
      return {
        on: Object.fromEntries(
          [...field.plans].map(([component, plan]) => [component, selectionOf(plan, given)]),
        ),
      };
    default:
      return undefined;
  }
};

/** Two keys of a response may read the same relation; one population then serves both. */
const merge = (left: Population | undefined, right: Population): Population => {
  if (left === undefined) return right;
  if ('on' in left || 'on' in right) throw new Error('A dynamic zone can be read only once');
  const populate = { ...left.populate };
  for (const [attribute, population] of Object.entries(right.populate)) {
    populate[attribute] = merge(populate[attribute], population);
  }
  return { ...left, ...right, fields: [...new Set([...left.fields, ...right.fields])], populate };
};

/**
 * The fields and relations that a plan reads, nothing else.
 *
 * The work per call is small, yet the outcome depends on the request only through `given`.
 */
export const selectionOf = (plan: Plan, given: Given): Selection => {
  const fields = new Set<string>(plan.uid.includes('::') ? ['id', 'documentId'] : ['id']);
  const populate: Record<string, Population> = {};
  if (plan.uid === MEDIA_UID) for (const column of MEDIA_COLUMNS) fields.add(column);
  for (const field of plan.fields) {
    if (field.kind === 'scalar') fields.add(field.attribute);
    const population = populationOf(field, given);
    if (population !== undefined && 'attribute' in field) {
      populate[field.attribute] = merge(populate[field.attribute], population);
    }
  }
  return { fields: [...fields], populate };
};
