import type { App } from '../support/app';

export type StoredEntry = {
  id: string;
  at: Date;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  ip: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
};

/** Returns the audit log, the oldest record first, optionally of one action. */
export const entriesOf = async (
  { strapi }: Pick<App, 'strapi'>,
  action?: string,
): Promise<StoredEntry[]> => {
  const { rows } = await strapi.db.connection.raw<{ rows: StoredEntry[] }>(
    'SELECT *, details::json FROM audit.entries WHERE ?::text IS NULL OR action = ? ORDER BY id',
    [action ?? null, action ?? null] as never,
  );
  return rows;
};
