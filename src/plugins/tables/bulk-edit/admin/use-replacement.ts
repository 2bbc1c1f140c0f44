import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { Planned, Replaceable } from '../edit';

/** Requests the references of a selection; undefined while loading. */
export const useReplaceable = (
  model: string,
  documents: readonly string[],
): readonly Replaceable[] | undefined =>
  useLoaded<readonly Replaceable[]>(`/bulk-edit/${model}/replaceable`, { body: { documents } })
    .data;

type Wanted = { attribute: string; from: string; to: string };

/** Requests the plan of a replacement. */
export const useReplacement = (
  model: string,
  documents: readonly string[],
  wanted: Wanted | null,
): readonly Planned[] => {
  const { data, isCurrent } = useLoaded<readonly Planned[]>(
    wanted === null ? null : `/bulk-edit/${model}/replacement`,
    { body: { documents, ...wanted } },
  );
  return (isCurrent ? data : undefined) ?? [];
};
