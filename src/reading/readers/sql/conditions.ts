import { attributeOf, type ModelLookup } from '../../plan/model';
import type { Conditions } from '../../filter';
import { quote, type TableLookup } from './tables';
import { joinsOf } from './joins';

/** Collects the values of a statement and names their places. */
export type Values = {
  /** The place of a value, `$1` and so on. */
  add: (value: unknown) => string;
  readonly list: readonly unknown[];
};

export const collectValues = (): Values => {
  const list: unknown[] = [];
  return { list, add: (value) => `$${list.push(value)}` };
};

type Lookups = { models: ModelLookup; tables: TableLookup };

/**
 * Conditions as SQL over the row called `alias`: the plain values that attributes must hold, and the
 * conditions that a row behind a relation must meet.
 */
export const conditionsOf = (
  { models, tables }: Lookups,
  uid: string,
  alias: string,
  where: Conditions,
  values: Values,
): string[] =>
  Object.entries(where).map(([name, wanted]) => {
    const { kind, target } = attributeOf(models(uid), name);
    const table = tables(uid);
    if (kind === 'relation' && target !== undefined) {
      if (typeof wanted === 'string' || Array.isArray(wanted)) {
        throw new Error(`${uid}.${name} is a relation`);
      }
      const inner = `${alias}x`;
      const { from, where: joined } = joinsOf(table.link(name), tables(target), inner, alias);
      const met = conditionsOf({ models, tables }, target, inner, wanted as Conditions, values);
      return `EXISTS (SELECT 1 FROM ${from} WHERE ${[joined, ...met].join(' AND ')})`;
    }
    const column = `${alias}.${quote(table.column(name))}`;
    if (typeof wanted === 'string') return `${column} = ${values.add(wanted)}`;
    if (Array.isArray(wanted)) return `${column} = ANY(${values.add(wanted)})`;
    throw new Error(`${uid}.${name} is a plain value`);
  });
