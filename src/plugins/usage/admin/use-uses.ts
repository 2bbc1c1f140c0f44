import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Removal, UsesOf } from '../uses';

/** What is asked about; null in `locales` is all of them. */
export type Subject = {
  model: string;
  documentIds: readonly string[];
  locales: readonly string[] | null;
  removal: Removal;
};

/** The types whose entries others use; what plugins keep for themselves is asked of nobody. */
export const isAskedAbout = (model: string): boolean => model.startsWith('api::');

/** What uses some entries. Undefined while that is not known, null where it cannot be told. */
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
