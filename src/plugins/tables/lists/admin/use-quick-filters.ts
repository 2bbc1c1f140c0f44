import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
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
  const { get } = useFetchClient();
  const [filters, setFilters] = useState(nothing);
  useEffect(() => {
    let isGone = false;
    // Strapi’s client sends parameters as they are.
    const params = {
      q: encodeURIComponent(typed),
      ...(chosen?.includes(':') === true && { chosen: encodeURIComponent(chosen) }),
    };
    const waiting = setTimeout(
      () => {
        get<{ data: AvailableFilters }>(`/lists/${model}/questions`, { params }).then(
          ({ data }) => {
            if (!isGone) setFilters(data.data);
          },
          // The list works without filters.
          () => undefined,
        );
      },
      typed === '' ? 0 : PAUSE_MS,
    );
    return () => {
      isGone = true;
      clearTimeout(waiting);
    };
  }, [get, model, typed, chosen]);
  return filters;
};
