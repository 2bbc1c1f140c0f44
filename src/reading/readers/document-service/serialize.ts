import { isMediaField, mediaValue, type AbsoluteUrl } from '../../media/media';
import type { Field, Plan } from '../../plan/plan';
import type { Given } from './selection';
import { rowIn, rowsIn, type Row } from './row';

export type SerializeOptions = {
  given: Given;
  absolute: AbsoluteUrl;
  /** The rows that point at a document, for fields read that way. */
  referencing: (field: Extract<Field, { kind: 'referencedBy' }>, row: Row) => readonly Row[];
};

const timestamp = (value: unknown): string | null =>
  value === null || value === undefined ? null : new Date(value as string | Date).toISOString();

/**
 * Whether a row can be shown at all. One whose required slot shows nothing at the moment cannot: its
 * contract has no place for the gap, and it returns when what it shows is published again.
 */
const isShown = (plan: Plan, row: Row): boolean =>
  plan.fields.every(
    (field) =>
      field.kind !== 'one' ||
      !field.isSlot ||
      !field.isRequired ||
      rowIn(row, field.attribute) !== undefined,
  );

const list = (plan: Plan, rows: readonly Row[], options: SerializeOptions): Row[] =>
  rows.filter((row) => isShown(plan, row)).map((row) => serialize(plan, row, options));

/** Builds the answer for one row: the contract's keys in its order, null where nothing is stored. */
export const serialize = (plan: Plan, row: Row, options: SerializeOptions): Row => {
  const answer: Row = {};
  for (const field of plan.fields) answer[field.key] = valueOf(field, row, options);
  return answer;
};

const valueOf = (field: Field, row: Row, options: SerializeOptions): unknown => {
  switch (field.kind) {
    case 'scalar': {
      const value = row[field.attribute] ?? null;
      return field.isTimestamp ? timestamp(value) : value;
    }
    case 'media':
      return isMediaField(field.key) ? mediaValue(row, field.key, options.absolute) : null;
    case 'absent':
      return null;
    case 'component':
      return field.name;
    case 'given':
      return options.given[field.name] ?? null;
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
      const pluck = (target: Row): unknown =>
        Object.values(serialize(field.plan, target, options))[0];
      if (field.isMany) return rowsIn(row, field.attribute).map(pluck);
      const target = rowIn(row, field.attribute);
      return target === undefined ? null : pluck(target);
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
