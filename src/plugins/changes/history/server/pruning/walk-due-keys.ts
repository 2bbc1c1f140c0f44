import type { Core } from '@strapi/types';
import { sql } from '../../../../../platform/strapi/queries';

export type Bindings = Readonly<Record<string, unknown>>;

/** Walk through a table by an indexed key, so that no row is read twice. */
export type Walk = {
  /** Start key, as JSON. */
  from: string;
  /**
   * SQL of the next rows after the key `:after`: the `key` of each, as JSON, and whether it is
   * `due`.
   */
  look: string;
};

export type Walking = {
  strapi: Core.Strapi;
  bindings: Bindings;
  signal: AbortSignal;
};

/**
 * Passes the due keys to a function, step by step, until the table ends or the signal aborts.
 *
 * @returns the number of steps left
 */
export const walkDueKeys = async (
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
