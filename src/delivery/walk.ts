import type { Field, Plan } from './plan';
import { rowIn, rowsIn, type Row } from './row';

type Visit = (plan: Plan, row: Row) => void;

const parts = (field: Field, row: Row): readonly (readonly [Plan, Row])[] => {
  switch (field.kind) {
    case 'one': {
      const target = rowIn(row, field.attribute);
      return target === undefined ? [] : [[field.plan, target]];
    }
    case 'many':
      return rowsIn(row, field.attribute).map((target) => [field.plan, target] as const);
    case 'zone':
      return rowsIn(row, field.attribute).flatMap((part) => {
        const plan = field.plans.get(String(part.__component));
        return plan === undefined ? [] : [[plan, part] as const];
      });
    default:
      return [];
  }
};

/** Calls `visit` for a row and for every row within it that the plan reads. */
export const walk = (plan: Plan, row: Row, visit: Visit): void => {
  visit(plan, row);
  for (const field of plan.fields) {
    for (const [inner, target] of parts(field, row)) walk(inner, target, visit);
  }
};
