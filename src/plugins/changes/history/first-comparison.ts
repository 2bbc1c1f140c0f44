import type { FieldChange } from './changes';

type Version = { id: string; changes: readonly FieldChange[] | null };

/**
 * Returns the ids of the versions that are compared first: the latest one, and the one before the
 * last change. Publishing a saved entry changes nothing, so its neighbour would be equal.
 *
 * @param events newest first
 * @returns null without versions
 */
export const firstComparison = (
  events: readonly Version[],
): { from: string; to: string } | null => {
  const [latest, previous = latest] = events;
  if (latest === undefined || previous === undefined) return null;
  const changed = events.findIndex(({ changes }) => (changes ?? []).length > 0);
  const before = changed === -1 ? previous : (events[changed + 1] ?? previous);
  return { from: before.id, to: latest.id };
};
