import { escapeIdentifier } from 'pg';
import type { TriggerDefinition } from './definition';

export type StatementEvent = 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE';

/** Events that change rows, with their transition tables. */
export const ROW_EVENTS = [
  'INSERT',
  'UPDATE',
  'DELETE',
] as const satisfies readonly StatementEvent[];

const rowsOf: Record<StatementEvent, string> = {
  INSERT: 'REFERENCING NEW TABLE AS new_rows',
  UPDATE: 'REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows',
  DELETE: 'REFERENCING OLD TABLE AS old_rows',
  TRUNCATE: '',
};

type Options = {
  /** Prefix of the trigger's name, followed by the event: `delivery_insert`. */
  prefix: string;
  /** With its schema for a table of this service. */
  table: string;
  event: StatementEvent;
  /** The function with its arguments, in SQL. */
  call: string;
};

const qualified = (table: string): string => table.split('.').map(escapeIdentifier).join('.');

/**
 * Returns a trigger that calls a function once a statement, with all changed rows in `old_rows` and
 * `new_rows`.
 */
export const statementTrigger = ({ prefix, table, event, call }: Options): TriggerDefinition => {
  const name = `${prefix}_${event.toLowerCase()}`;
  return {
    kind: 'trigger',
    name,
    table,
    create:
      `CREATE TRIGGER ${name} AFTER ${event} ON ${qualified(table)} ${rowsOf[event]} ` +
      `FOR EACH STATEMENT EXECUTE FUNCTION ${call}`,
  };
};
