import { escapeIdentifier } from 'pg';

/** Runs one statement within the installation's transaction. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/**
 * A table of this service beside Strapi's. It is created if missing, and never changed or removed.
 */
export type TableDefinition = {
  kind: 'table';
  /** With its schema: `throttle.hits`. */
  name: string;
  create: string;
};

export type FunctionDefinition = {
  kind: 'function';
  /** With the types of its arguments, as PostgreSQL writes them: `area(numeric, text[])`. */
  name: string;
  /** `CREATE OR REPLACE FUNCTION …`, so that triggers on it remain. */
  create: string;
};

export type IndexDefinition = {
  kind: 'index';
  /** With its schema for a table of this service: `history.events_type_at`. */
  name: string;
  /** With its schema for a table of this service. */
  table: string;
  create: string;
  /**
   * Logs the duplicates that prevent a unique index. The service then starts without the index and
   * retries at the next start. Without this function, the start fails.
   */
  onDuplicates?: (query: Query) => Promise<void>;
};

type TriggerDefinition = {
  kind: 'trigger';
  name: string;
  /** With its schema for a table of this service. */
  table: string;
  create: string;
};

/**
 * A PostgreSQL extension. If it cannot be installed, the service starts without the definitions
 * that need it.
 */
export type ExtensionDefinition = {
  kind: 'extension';
  name: string;
  create: string;
  /** The function that is missing without it, for the log. */
  purpose: string;
};

type WithExtensions = {
  /** Extensions without which the definition is skipped. */
  needs?: readonly string[];
};

/** A database object beside Strapi's tables, with the statement that creates it. */
export type Definition =
  | ExtensionDefinition
  | (WithExtensions & (TableDefinition | FunctionDefinition | IndexDefinition | TriggerDefinition));

/** Returns a name with or without its schema as SQL. */
export const quoteName = (name: string): string => name.split('.').map(escapeIdentifier).join('.');

/** SQL of a name as definitions have it: with its schema, unless that is the current one. */
export const buildDefinedNameSql = (schema: string, name: string): string =>
  `CASE WHEN ${schema} = current_schema() THEN ${name}::text ELSE ${schema} || '.' || ${name} END`;

/** Length to which PostgreSQL truncates names, in bytes. */
const NAME_BYTES = 63;

/** Returns a name as PostgreSQL stores it. */
export const truncateName = (name: string): string =>
  Buffer.from(name).subarray(0, NAME_BYTES).toString();

/** Returns the key of a definition. Definitions with the same key replace each other. */
export const buildDefinitionKey = ({
  kind,
  name,
  table = '',
}: {
  kind: string;
  name: string;
  table?: string;
}): string =>
  [kind, truncateName(table), kind === 'function' ? name : truncateName(name)].join(' ');

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

const quoteTableName = (table: string): string => table.split('.').map(escapeIdentifier).join('.');

/**
 * Returns a trigger that calls a function once a statement, with all changed rows in `old_rows` and
 * `new_rows`.
 */
export const createStatementTrigger = ({
  prefix,
  table,
  event,
  call,
}: Options): TriggerDefinition => {
  const name = `${prefix}_${event.toLowerCase()}`;
  return {
    kind: 'trigger',
    name,
    table,
    create:
      `CREATE TRIGGER ${name} AFTER ${event} ON ${quoteTableName(table)} ${rowsOf[event]} ` +
      `FOR EACH STATEMENT EXECUTE FUNCTION ${call}`,
  };
};
