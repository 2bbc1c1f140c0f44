import type { RunSql } from '../strapi/pooled-sql';

/**
 * A schema of its own, because Strapi inspects and changes its tables at every start. Releases of
 * different age share it: new columns need a default, and nothing is ever renamed or removed.
 */
const DEFINITIONS = `
  CREATE SCHEMA IF NOT EXISTS releases;
  CREATE TABLE IF NOT EXISTS releases.state (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    -- The oldest release that may still start, and why.
    minimum integer NOT NULL DEFAULT 0,
    reason text,
    -- The newest release that has brought the tables in line with its models, and those models.
    newest integer NOT NULL DEFAULT 0,
    newest_version text,
    models jsonb,
    -- The newest release that has finished a start: its triggers, functions and layouts are in place.
    installed integer NOT NULL DEFAULT 0
  );
  INSERT INTO releases.state DEFAULT VALUES ON CONFLICT DO NOTHING;
  CREATE TABLE IF NOT EXISTS releases.nodes (
    id uuid PRIMARY KEY,
    release integer NOT NULL,
    version text NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS releases.removals (
    name text PRIMARY KEY,
    release integer NOT NULL,
    done_at timestamptz NOT NULL DEFAULT now()
  );`;

export type State = {
  minimum: number;
  reason: string | null;
  newest: number;
  newestVersion: string | null;
  installed: number;
};

export type Node = { id: string; release: number; version: string; host: string; pid: number };

export const createStore = async (sql: RunSql): Promise<void> => {
  await sql(DEFINITIONS);
};

export const readState = async (sql: RunSql): Promise<State> => {
  const [state] = await sql<State>(
    `SELECT minimum, reason, newest, newest_version AS "newestVersion", installed FROM releases.state`,
  );
  if (state === undefined) throw new Error('The row of releases.state is missing');
  return state;
};

export const readModels = async (sql: RunSql): Promise<unknown> => {
  const [row] = await sql<{ models: string | null }>(
    `SELECT models::text AS models FROM releases.state`,
  );
  return typeof row?.models === 'string' ? (JSON.parse(row.models) as unknown) : null;
};

/** Records the models of a release, unless a newer one has recorded its own. */
export const writeModels = async (
  sql: RunSql,
  { release, version, models }: { release: number; version: string; models: unknown },
): Promise<void> => {
  await sql(
    `UPDATE releases.state SET newest = $1, newest_version = $2, models = $3 WHERE newest <= $1`,
    [release, version, JSON.stringify(models)],
  );
};

export const raiseInstalled = async (sql: RunSql, release: number): Promise<void> => {
  await sql('UPDATE releases.state SET installed = $1 WHERE installed < $1', [release]);
};

/** Makes releases below this one refuse to start. */
export const raiseMinimum = async (sql: RunSql, release: number, reason: string): Promise<void> => {
  await sql('UPDATE releases.state SET minimum = $1, reason = $2 WHERE minimum < $1', [
    release,
    reason,
  ]);
};

/** Records a node's heartbeat. Inserts its row again if it was deleted. */
export const touchNode = async (sql: RunSql, node: Node): Promise<void> => {
  await sql(
    `INSERT INTO releases.nodes (id, release, version, host, pid) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
    [node.id, node.release, node.version, node.host, node.pid],
  );
};

export const forgetNode = async (sql: RunSql, id: string): Promise<void> => {
  await sql('DELETE FROM releases.nodes WHERE id = $1', [id]);
};

/** Deletes the rows of killed nodes. They are kept for a day for investigations. */
export const forgetLostNodes = async (sql: RunSql): Promise<void> => {
  await sql(`DELETE FROM releases.nodes WHERE seen_at < now() - interval '1 day'`);
};

/** Returns the nodes below a release with a heartbeat within the last given seconds. */
export const listOlderNodes = (sql: RunSql, release: number, seconds: number): Promise<Node[]> =>
  sql<Node>(
    `SELECT id, release, version, host, pid FROM releases.nodes
     WHERE release < $1 AND seen_at > now() - make_interval(secs => $2) ORDER BY release, host, pid`,
    [release, seconds],
  );

export const listDoneRemovals = async (sql: RunSql): Promise<Set<string>> => {
  const rows = await sql<{ name: string }>('SELECT name FROM releases.removals');
  return new Set(rows.map(({ name }) => name));
};

export const recordRemoval = async (sql: RunSql, name: string, release: number): Promise<void> => {
  await sql('INSERT INTO releases.removals (name, release) VALUES ($1, $2)', [name, release]);
};
