import { MEDIA_UID } from '../../plan/media-fields';
import type { SortKey } from '../../plan/field-source';
import type { FieldOfKind, PlanField, ReadPlan } from '../../plan/read-plan';
import type { RequestParameters } from '../reader';

/** `fields` and `populate` of a Document Service call. */
export type Selection = {
  /** Undefined selects every column. */
  fields: string[] | undefined;
  populate: Record<string, Population>;
};

export type Population =
  | (Selection & { sort?: string[]; filters?: Record<string, unknown> })
  | { on: Record<string, Selection> };

export type SelectionOptions = {
  parameters: RequestParameters;
  /** Whether slots are read through their relations instead of from the stored slots. */
  populatesSlots: boolean;
  isLocalized: (uid: string) => boolean;
  /** Returns true if only published documents of a type may be shown, wherever a link leads. */
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

/** Merges two populations, because two keys of a response may read the same relation. */
const merge = (left: Population | undefined, right: Population): Population => {
  if (left === undefined) return right;
  if ('on' in left || 'on' in right) throw new Error('A dynamic zone can be read only once');
  const populate = { ...left.populate };
  for (const [attribute, population] of Object.entries(right.populate)) {
    populate[attribute] = merge(populate[attribute], population);
  }
  return { ...left, ...right, fields: union(left.fields, right.fields), populate };
};

/** Returns the fields of a plan. A translated field is followed by its untranslated form. */
const fieldsOf = (plan: ReadPlan): readonly PlanField[] =>
  plan.fields.flatMap((field): PlanField[] =>
    field.kind === 'translation' ? [field, field.untranslated] : [field],
  );

export const selectionOf = (plan: ReadPlan, options: SelectionOptions): Selection => {
  const fields = new Set<string>(plan.uid.includes('::') ? ['id', 'documentId'] : ['id']);
  // The texts of a file depend on the locale of the document that shows it. Strapi rejects the
  // column for types that are not localised.
  if (plan.uid.includes('::') && options.isLocalized(plan.uid)) fields.add('locale');
  const populate: Record<string, Population> = {};
  for (const field of fieldsOf(plan)) {
    if (field.kind === 'scalar' || field.kind === 'link') fields.add(field.attribute);
    const population = populationOf(field, options);
    if (population !== undefined && 'attribute' in field) {
      populate[field.attribute] = merge(populate[field.attribute], population);
    }
  }
  // A contract can name private columns of a file, such as its folder. The Document Service rejects
  // those by name.
  return { fields: plan.uid === MEDIA_UID ? undefined : [...fields], populate };
};
