import { useLoaded } from '../../../platform/admin/use-loaded';
import type { Removal, UsesOf } from '../../../catalogue/references/uses';

/** Entries whose uses are requested; null in `locales` means all. */
export type Subject = {
  model: string;
  documentIds: readonly string[];
  locales: readonly string[] | null;
  removal: Removal;
};

/** Returns true for content types whose uses are tracked; those of plugins are not. */
export const isAskedAbout = (model: string): boolean => model.startsWith('api::');

/** Returns the uses of some entries; undefined while loading, null if the request failed. */
export const useUses = ({
  model,
  documentIds,
  locales,
  removal,
}: Subject): readonly UsesOf[] | null | undefined => {
  const { data, isCurrent, isFailed } = useLoaded<readonly UsesOf[]>(
    documentIds.length > 0 && isAskedAbout(model) ? `/usage/entries/${model}` : null,
    { body: { documentIds, locales, removal }, isOptional: true },
  );
  if (isFailed) return null;
  return isCurrent ? data : undefined;
};
