import { createHash } from 'node:crypto';

/** The part of knex, or of one of its transactions, that is needed. */
type Connection = {
  raw: (
    sql: string,
    bindings?: readonly string[],
  ) => PromiseLike<{ rows: Record<string, unknown>[] }>;
};

/** What PostgreSQL keeps of a longer name, in bytes. */
const NAME_BYTES = 63;

/**
 * Runs statements that make triggers, unless all of them are there as these very statements made them; a
 * comment on each remembers which those were.
 *
 * Replacing a trigger keeps every reader of its table waiting, and is kept waiting by every writer. A
 * start that did so each time would stall the nodes that are running beside it, or end in a deadlock.
 *
 * @param connection a transaction: a comment without its trigger's statements would be a lie
 */
export const defineTriggers = async (
  connection: Connection,
  triggers: readonly { name: string; table: string }[],
  sql: string,
): Promise<void> => {
  const digest = createHash('sha256').update(sql).digest('hex');
  const { rows } = await connection.raw(
    `SELECT c.relname AS "table", t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE c.relnamespace = current_schema()::regnamespace
       AND obj_description(t.oid, 'pg_trigger') = ?`,
    [digest],
  );
  const isThere = ({ name, table }: { name: string; table: string }): boolean =>
    rows.some((row) => row.name === name && row.table === table);
  if (triggers.every(isThere)) return;
  await connection.raw(sql);
  for (const { name, table } of triggers) {
    await connection.raw(`COMMENT ON TRIGGER ${name} ON ${table} IS '${digest}'`);
  }
};

/**
 * Tells whether there is an index of a name. `CREATE INDEX IF NOT EXISTS` finds it out only once it holds
 * a lock for which it waits until nobody writes to the table, and which keeps writers waiting meanwhile.
 */
export const indexLookup = async (connection: Connection): Promise<(name: string) => boolean> => {
  const { rows } = await connection.raw(
    'SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema()',
  );
  const names = new Set(rows.map(({ name }) => name));
  return (name) => names.has(Buffer.from(name).subarray(0, NAME_BYTES).toString());
};
