import type { Core } from '@strapi/types';
import { sql } from '../../../../../platform/strapi/queries';

export type Bindings = Readonly<Record<string, unknown>>;

/** A way through a table by a key that an index has, so that no step looks at what one before has seen. */
export type Walk = {
  /** Where it begins: a key, as JSON. */
  from: string;
  /** The rows next after the key `:after`, by their order: the `key` of each, as JSON, and whether it is `due`. */
  look: string;
};

export type Walking = {
  strapi: Core.Strapi;
  bindings: Bindings;
  signal: AbortSignal;
};

/**
 * Hands over what is due, step by step, to the end of the table or until it is told to stop.
 * @returns how many of the steps that it may take are left
 */
export const walk = async (
  { strapi, bindings, signal }: Walking,
  { from, look }: Walk,
  onDue: (keys: readonly string[]) => Promise<void>,
  steps = Infinity,
): Promise<number> => {
  let left = steps;
  for (let after = from; left > 0 && !signal.aborted; left -= 1) {
    const { rows } = await sql({ strapi }, look, { ...bindings, after });
    const last = rows.at(-1);
    if (last === undefined) break;
    const due = rows.filter((row) => row.due === true).map(({ key }) => String(key));
    if (due.length > 0) await onDue(due);
    after = String(last.key);
  }
  return left;
};
