import { SOURCE, type ObjectSource } from '../../field-map';
import { MEDIA_UID } from '../../plan/media-fields';
import { mediaValue, type AbsoluteUrl } from './media';
import { rowIn, listRows, type DocumentRow } from './document-row';
import { LANGUAGE, type FieldOfKind, type PlanField, type ReadPlan } from '../../plan/read-plan';
import type { RequestParameters } from '../reader';

/** Position of a row in the form of its document. */
type FormPlace = Omit<ObjectSource, 'fields'> & {
  /** Path of a component; empty for the document itself. */
  path: readonly string[];
};

export type SerializeOptions = {
  parameters: RequestParameters;
  absolute: AbsoluteUrl;
  /** Returns the rows that reference a document, for `referencedBy` fields. */
  referencing: (field: FieldOfKind<'referencedBy'>, row: DocumentRow) => readonly DocumentRow[];
  /** Where the row is edited, if objects carry their source; null within files. */
  place?: FormPlace | null;
};

export const placeOfDocument = ({ uid }: ReadPlan, row: DocumentRow): FormPlace => ({
  uid,
  documentId: String(row.documentId),
  locale: typeof row.locale === 'string' && row.locale !== '' ? row.locale : null,
  path: [],
});

/** Returns the options for a row within another one. */
const within = (
  options: SerializeOptions,
  plan: ReadPlan,
  row: DocumentRow,
  steps: readonly string[],
): SerializeOptions => {
  const { place } = options;
  if (place === undefined || place === null) return options;
  if (plan.uid === MEDIA_UID) return { ...options, place: null };
  return plan.uid.includes('::')
    ? { ...options, place: placeOfDocument(plan, row) }
    : { ...options, place: { ...place, path: [...place.path, ...steps] } };
};

/** Attributes that Strapi sets; no form has them. */
const ownAttributes = new Set([
  'id',
  'documentId',
  'locale',
  'createdAt',
  'updatedAt',
  'publishedAt',
]);

/** Returns the attribute that a field shows; undefined if it shows none of its own row. */
const attributeIn = (field: PlanField): string | undefined => {
  if (field.kind === 'translation') return field.untranslated.attribute;
  return 'attribute' in field ? field.attribute : undefined;
};

const sourceOf = ({ fields }: ReadPlan, { path, ...document }: FormPlace): ObjectSource => ({
  ...document,
  fields: Object.fromEntries(
    fields.flatMap((field) => {
      const attribute = attributeIn(field);
      return attribute === undefined || ownAttributes.has(attribute)
        ? []
        : [[field.key, [...path, attribute].join('.')]];
    }),
  ),
});

const timestamp = (value: unknown): string | null =>
  value === null || value === undefined ? null : new Date(value as string | Date).toISOString();

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/**
 * Returns true if a row can be shown. A row with an empty required slot is hidden until the slot's
 * document is published again, because the contract allows no gap.
 */
const isShown = (plan: ReadPlan, row: DocumentRow): boolean =>
  plan.fields.every(
    (field) =>
      field.kind !== 'one' ||
      !field.isSlot ||
      !field.isRequired ||
      rowIn(row, field.attribute) !== undefined,
  );

const list = (
  plan: ReadPlan,
  rows: readonly DocumentRow[],
  options: SerializeOptions,
  attribute = '',
): DocumentRow[] =>
  rows.flatMap((row, at) =>
    isShown(plan, row)
      ? [serialize(plan, row, within(options, plan, row, [attribute, String(at)]))]
      : [],
  );

/** Returns the response for one row: the contract's keys in order, null for missing values. */
export const serialize = (
  plan: ReadPlan,
  row: DocumentRow,
  options: SerializeOptions,
): DocumentRow => {
  const answer: DocumentRow = {};
  for (const field of plan.fields) answer[field.key] = valueOf(field, row, options);
  // Objects with one field only carry its value.
  if (options.place && plan.fields.length > 1) answer[SOURCE] = sourceOf(plan, options.place);
  return answer;
};

const valueOf = (field: PlanField, row: DocumentRow, options: SerializeOptions): unknown => {
  switch (field.kind) {
    case 'scalar': {
      const value = row[field.attribute] ?? null;
      return field.isTimestamp ? timestamp(value) : value;
    }
    case 'link':
      // Links to entries have already been replaced by URLs.
      return row[field.attribute] ?? null;
    case 'media':
      return mediaValue(row, field.key, options.absolute);
    case 'absent':
      return null;
    case 'component':
      return field.name;
    case 'parameter':
      return options.parameters[field.name] ?? null;
    case 'constant':
      return field.value;
    case 'one': {
      const target = rowIn(row, field.attribute);
      return target === undefined
        ? null
        : serialize(field.plan, target, within(options, field.plan, target, [field.attribute]));
    }
    case 'many': {
      const { where } = field;
      const rows = listRows(row, field.attribute).filter(
        (target) => !where || where.oneOf.includes(String(target[where.attribute])),
      );
      return list(field.plan, rows, options, field.attribute);
    }
    case 'pluck': {
      const pluck = (target: DocumentRow): unknown =>
        Object.values(serialize(field.plan, target, options))[0];
      if (field.isMany) return listRows(row, field.attribute).map(pluck);
      const target = rowIn(row, field.attribute);
      return target === undefined ? null : pluck(target);
    }
    case 'translation': {
      const language = options.parameters[LANGUAGE.parameter];
      const texts = listRows(row, field.attribute).find(
        (texts) => texts[LANGUAGE.field] === language,
      );
      const written =
        language === undefined || texts === undefined
          ? null
          : serialize(field.plan, texts, options)[field.key];
      return isEmpty(written) ? valueOf(field.untranslated, row, options) : written;
    }
    case 'zone':
      return listRows(row, field.attribute).flatMap((part, at) => {
        const plan = field.plans.get(String(part.__component));
        if (plan === undefined || !isShown(plan, part)) return [];
        return [serialize(plan, part, within(options, plan, part, [field.attribute, String(at)]))];
      });
    case 'referencedBy':
      return list(field.plan, options.referencing(field, row), options);
  }
};
