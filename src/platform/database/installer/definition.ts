/** Runs one statement within the installation's transaction. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** A table of ours beside Strapi's. It is made where it is missing, and never changed or removed. */
export type TableDefinition = {
  kind: 'table';
  /** With its schema: `throttle.hits`. */
  name: string;
  create: string;
};

export type FunctionDefinition = {
  kind: 'function';
  /** With the types of its arguments, as PostgreSQL says them: `area(numeric, text[])`. */
  name: string;
  /** `CREATE OR REPLACE FUNCTION …`: what calls it stays. */
  create: string;
};

export type IndexDefinition = {
  kind: 'index';
  name: string;
  table: string;
  create: string;
  /**
   * Says what stands in the way of a unique index. The service starts without it then, and tries again at
   * the next start; where this is missing, the start fails.
   */
  onDuplicates?: (query: Query) => Promise<void>;
};

export type TriggerDefinition = {
  kind: 'trigger';
  name: string;
  /** With its schema where it is a table of ours. */
  table: string;
  create: string;
};

/**
 * An extension of PostgreSQL. Where it cannot be installed the service starts all the same, without the
 * definitions that need it.
 */
export type ExtensionDefinition = {
  kind: 'extension';
  name: string;
  create: string;
  /** What does not work without it, for the log. */
  purpose: string;
};

type Needing = {
  /** Extensions without which it is left out. */
  needs?: readonly string[];
};

/** Something that the database is to hold besides Strapi's tables, with the statement that makes it. */
export type Definition =
  | ExtensionDefinition
  | (Needing & (TableDefinition | FunctionDefinition | IndexDefinition | TriggerDefinition));

/** What PostgreSQL keeps of a longer name, in bytes. */
const NAME_BYTES = 63;

/** The name as PostgreSQL keeps it. */
export const storedName = (name: string): string =>
  Buffer.from(name).subarray(0, NAME_BYTES).toString();

/** Tells definitions apart: what has the same key replaces the other. */
export const keyOf = ({
  kind,
  name,
  table = '',
}: {
  kind: string;
  name: string;
  table?: string;
}): string => [kind, storedName(table), kind === 'function' ? name : storedName(name)].join(' ');
