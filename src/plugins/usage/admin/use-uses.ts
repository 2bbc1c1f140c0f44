import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Removal, UsesOf } from '../uses';

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
  const { post } = useFetchClient();
  const [uses, setUses] = useState<readonly UsesOf[] | null>();
  const wanted = JSON.stringify({ documentIds, locales, removal });
  const isWanted = documentIds.length > 0 && isAskedAbout(model);
  useEffect(() => {
    setUses(undefined);
    if (!isWanted) return undefined;
    const controller = new AbortController();
    post<{ data: UsesOf[] }>(`/usage/entries/${model}`, JSON.parse(wanted), {
      signal: controller.signal,
    }).then(
      ({ data }) => setUses(data.data),
      () => {
        if (!controller.signal.aborted) setUses(null);
      },
    );
    return () => controller.abort();
  }, [post, model, wanted, isWanted]);
  return uses;
};
