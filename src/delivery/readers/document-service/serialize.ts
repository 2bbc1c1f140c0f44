import { isMediaField } from '../../plan/media-fields';
import { mediaValue, type AbsoluteUrl } from './media';
import { rowIn, rowsIn, type DocumentRow } from './document-row';
import { LANGUAGE, type FieldOfKind, type PlanField, type ReadPlan } from '../../plan/read-plan';
import type { RequestParameters } from '../reader';

export type SerializeOptions = {
  parameters: RequestParameters;
  absolute: AbsoluteUrl;
  /** Returns the rows that reference a document, for `referencedBy` fields. */
  referencing: (field: FieldOfKind<'referencedBy'>, row: DocumentRow) => readonly DocumentRow[];
};

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
): DocumentRow[] =>
  rows.filter((row) => isShown(plan, row)).map((row) => serialize(plan, row, options));

/** Returns the response for one row: the contract's keys in order, null for missing values. */
export const serialize = (
  plan: ReadPlan,
  row: DocumentRow,
  options: SerializeOptions,
): DocumentRow => {
  const answer: DocumentRow = {};
  for (const field of plan.fields) answer[field.key] = valueOf(field, row, options);
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
      return isMediaField(field.key) ? mediaValue(row, field.key, options.absolute) : null;
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
      return target === undefined ? null : serialize(field.plan, target, options);
    }
    case 'many': {
      const { where } = field;
      const rows = rowsIn(row, field.attribute).filter(
        (target) => !where || where.oneOf.includes(String(target[where.attribute])),
      );
      return list(field.plan, rows, options);
    }
    case 'pluck': {
      const pluck = (target: DocumentRow): unknown =>
        Object.values(serialize(field.plan, target, options))[0];
      if (field.isMany) return rowsIn(row, field.attribute).map(pluck);
      const target = rowIn(row, field.attribute);
      return target === undefined ? null : pluck(target);
    }
    case 'translation': {
      const language = options.parameters[LANGUAGE.parameter];
      const texts = rowsIn(row, field.attribute).find(
        (texts) => texts[LANGUAGE.field] === language,
      );
      const written =
        language === undefined || texts === undefined
          ? null
          : serialize(field.plan, texts, options)[field.key];
      return isEmpty(written) ? valueOf(field.untranslated, row, options) : written;
    }
    case 'zone':
      return rowsIn(row, field.attribute).flatMap((part) => {
        const plan = field.plans.get(String(part.__component));
        return plan === undefined ? [] : list(plan, [part], options);
      });
    case 'referencedBy':
      return list(field.plan, options.referencing(field, row), options);
  }
};
