import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { SourceChanges } from '../source-changes';

type Version = { model: string; documentId: string | undefined; locale: string | undefined };

/** Returns the source's changes since a translation; null if there are none or it is unknown. */
export const useSourceChanges = (
  { model, documentId, locale }: Version,
  updatedAt: string | undefined,
): { changes: SourceChanges | null; confirm: () => Promise<void> } => {
  const { get, post } = useFetchClient();
  const [changes, setChanges] = useState<SourceChanges | null>(null);
  const address = `/stale-translations/${model}/${documentId ?? ''}`;
  const isKnown =
    model.startsWith('api::') &&
    documentId !== undefined &&
    locale !== undefined &&
    updatedAt !== undefined;

  useEffect(() => {
    let isGone = false;
    setChanges(null);
    if (!isKnown) return undefined;
    get<{ data: SourceChanges | null }>(address, { params: { locale } }).then(
      ({ data }) => {
        if (!isGone) setChanges(data.data);
      },
      // The form works without this data.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [get, isKnown, address, locale, updatedAt]);

  return {
    changes,
    confirm: async (): Promise<void> => {
      await post(address, { locale });
      setChanges(null);
    },
  };
};
