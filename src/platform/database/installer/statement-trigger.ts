import { escapeIdentifier } from 'pg';
import type { TriggerDefinition } from './definition';

export type StatementEvent = 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE';

/** What changes rows, and names those that came and went. */
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
  /** The trigger is called by it and the event: `delivery_insert`. */
  prefix: string;
  /** With its schema where it is a table of ours. */
  table: string;
  event: StatementEvent;
  /** The function with its arguments, in SQL. */
  call: string;
};

const qualified = (table: string): string => table.split('.').map(escapeIdentifier).join('.');

/** Calls a function once a statement, whatever the number of rows, which it finds in `old_rows` and `new_rows`. */
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
