import { mediaValue, type AbsoluteUrl } from './media';
import type { Field, Plan } from './plan';
import type { Given } from './query';
import { rowIn, rowsIn, type Row } from './row';

export type SerializeOptions = {
  given: Given;
  absolute: AbsoluteUrl;
  /** The rows that point at a document, for fields read that way. */
  referencing: (field: Extract<Field, { kind: 'referencedBy' }>, row: Row) => readonly Row[];
};

const timestamp = (value: unknown): string | null =>
  value === null || value === undefined ? null : new Date(value as string | Date).toISOString();

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
      return mediaValue(row, field.key as Parameters<typeof mediaValue>[1], options.absolute);
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
      return rowsIn(row, field.attribute)
        .filter((target) => !where || where.oneOf.includes(String(target[where.attribute])))
        .map((target) => serialize(field.plan, target, options));
    }
    case 'pluck':
      return field.isMany
        ? rowsIn(row, field.attribute).map((target) => target[field.field])
        : (rowIn(row, field.attribute)?.[field.field] ?? null);
    case 'zone':
      return rowsIn(row, field.attribute).flatMap((part) => {
        const plan = field.plans.get(String(part.__component));
        return plan === undefined ? [] : [serialize(plan, part, options)];
      });
    case 'referencedBy':
      return options.referencing(field, row).map((target) => serialize(field.plan, target, options));
  }
};
