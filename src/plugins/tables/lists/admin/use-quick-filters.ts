import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { Text } from '../../../../feature/layout';
import type { QuickFilter, Related } from '../lists';

export type AvailableFilters = {
  questions: readonly QuickFilter[];
  locales: readonly string[];
  related: readonly Related[];
  /** Title of the finding by which the list is filtered, if Health has linked to it. */
  finding: Text | null;
};

const nothing: AvailableFilters = { questions: [], locales: [], related: [], finding: null };

/** Delay after the last keystroke before the search. */
const PAUSE_MS = 200;

/**
 * Loads the filters of a list: plain filters, entries of other types whose name contains `typed`,
 * and the active filter.
 */
export const useQuickFilters = (
  model: string,
  typed: string,
  chosen: string | undefined,
): AvailableFilters => {
  // Strapi’s client sends parameters as they are.
  const params = {
    q: encodeURIComponent(typed),
    ...(chosen?.includes(':') === true && { chosen: encodeURIComponent(chosen) }),
  };
  // The list works without filters.
  const { data } = useLoaded<AvailableFilters>(`/lists/${model}/questions`, {
    params,
    isOptional: true,
    delay: typed === '' ? 0 : PAUSE_MS,
  });
  return data ?? nothing;
};
