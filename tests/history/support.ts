import type { App } from '../support/app';

export type StoredEvent = {
  id: string;
  locale: string;
  event: string;
  actor_kind: string;
  actor_name: string | null;
  title: string | null;
  content: Record<string, unknown>;
};

/** Returns the history of an entry, the oldest first. */
export const eventsOf = async (
  { strapi }: Pick<App, 'strapi'>,
  documentId: string,
  locale?: string,
): Promise<StoredEvent[]> => {
  const answer = await strapi.db.connection.raw<{
    rows: (Omit<StoredEvent, 'content'> & { content: string })[];
  }>(
    `SELECT e.id::text, e.locale, e.event, e.actor_kind, e.actor_name, e.title, s.content::text
     FROM history.events e JOIN history.states s ON s.hash = e.state
     WHERE e.document_id = ? AND (?::text IS NULL OR e.locale = ?) ORDER BY e.id`,
    [documentId, locale ?? null, locale ?? null],
  );
  return answer.rows.map((row) => ({
    ...row,
    content: JSON.parse(row.content) as Record<string, unknown>,
  }));
};
