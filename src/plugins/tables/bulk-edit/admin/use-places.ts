import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { Planned, ShownIn } from '../edit';

/** Requests the places where entries of a type can be shown; undefined while loading. */
export const usePlaces = (model: string): readonly ShownIn[] | undefined =>
  useLoaded<readonly ShownIn[]>(`/bulk-edit/${model}/places`).data;

/** Requests the plan that adds some entries to the chosen one. */
export const usePlacement = (
  model: string,
  documents: readonly string[],
  { place, to }: { place: ShownIn | undefined; to: string },
): readonly Planned[] => {
  const isChosen = place !== undefined && to !== '';
  const { data, isCurrent } = useLoaded<readonly Planned[]>(
    isChosen ? `/bulk-edit/${model}/placement` : null,
    { body: { documents, at: { uid: place?.uid, attribute: place?.attribute }, to } },
  );
  return (isCurrent ? data : undefined) ?? [];
};
