import { MEDIA_UID } from '../../plan/media-fields';
import type { SortKey } from '../../plan/field-source';
import type { FieldOfKind, PlanField, ReadPlan } from '../../plan/read-plan';
import type { RequestParameters } from '../reader';

/** The part of a Document Service call that says what to read. */
export type Selection = {
  /** Undefined: every column. */
  fields: string[] | undefined;
  populate: Record<string, Population>;
};

export type Population =
  | (Selection & { sort?: string[]; filters?: Record<string, unknown> })
  | { on: Record<string, Selection> };

export type SelectionOptions = {
  parameters: RequestParameters;
  /** Whether slots are read through their relations; otherwise what they show is found by memory. */
  populatesSlots: boolean;
  isLocalized: (uid: string) => boolean;
  /** Whether of a type only what is published is shown, wherever a link may lead. */
  showsPublished: (uid: string) => boolean;
};

export const toSort = (sort: readonly SortKey[]): string[] =>
  sort.map((key) => (key.startsWith('-') ? `${key.slice(1)}:desc` : `${key}:asc`));

type JoinedField = FieldOfKind<'one' | 'many' | 'pluck'>;

const rowsPopulation = (field: JoinedField, options: SelectionOptions): Population => {
  const { fields, populate } = selectionOf(field.plan, options);
  const compared = field.kind === 'many' && field.where ? [field.where.attribute] : [];
  const locale = field.narrowedBy === undefined ? undefined : options.parameters[field.narrowedBy];
  const filters = {
    ...(locale === undefined ? {} : { locale }),
    ...(options.showsPublished(field.plan.uid) ? { publishedAt: { $notNull: true } } : {}),
  };
  return {
    fields: union(fields, compared),
    populate,
    ...(field.sort.length === 0 ? {} : { sort: toSort(field.sort) }),
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
  };
};

const populationOf = (field: PlanField, options: SelectionOptions): Population | undefined => {
  switch (field.kind) {
    case 'one':
    case 'many':
    case 'pluck':
      return field.isSlot && !options.populatesSlots ? undefined : rowsPopulation(field, options);
    case 'translation':
      return selectionOf(field.plan, options);
    case 'zone': {
      const on = [...field.plans].map(([name, plan]) => [name, selectionOf(plan, options)]);
      return { on: Object.fromEntries(on) as Record<string, Selection> };
    }
    default:
      return undefined;
  }
};

const union = (left: string[] | undefined, right: string[] | undefined): string[] | undefined =>
  left && right && [...new Set([...left, ...right])];

/** Two keys of a response may read the same relation; one population then serves both. */
const merge = (left: Population | undefined, right: Population): Population => {
  if (left === undefined) return right;
  if ('on' in left || 'on' in right) throw new Error('A dynamic zone can be read only once');
  const populate = { ...left.populate };
  for (const [attribute, population] of Object.entries(right.populate)) {
    populate[attribute] = merge(populate[attribute], population);
  }
  return { ...left, ...right, fields: union(left.fields, right.fields), populate };
};

/** What is translated is read as it is, too. */
const fieldsOf = (plan: ReadPlan): readonly PlanField[] =>
  plan.fields.flatMap((field): PlanField[] =>
    field.kind === 'translation' ? [field, field.own] : [field],
  );

/** The fields and relations that a plan reads, nothing else. */
export const selectionOf = (plan: ReadPlan, options: SelectionOptions): Selection => {
  const fields = new Set<string>(plan.uid.includes('::') ? ['id', 'documentId'] : ['id']);
  // Files are described in the language of what shows them. Of others Strapi keeps the column to itself.
  if (plan.uid.includes('::') && options.isLocalized(plan.uid)) fields.add('locale');
  const populate: Record<string, Population> = {};
  for (const field of fieldsOf(plan)) {
    if (field.kind === 'scalar' || field.kind === 'link') fields.add(field.attribute);
    const population = populationOf(field, options);
    if (population !== undefined && 'attribute' in field) {
      populate[field.attribute] = merge(populate[field.attribute], population);
    }
  }
  // A contract names private columns of a file (its folder), which the Document Service refuses to be
  // asked for by name.
  return { fields: plan.uid === MEDIA_UID ? undefined : [...fields], populate };
};
