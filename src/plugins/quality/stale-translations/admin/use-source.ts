import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Source } from '../differences';

/**
 * Returns the source of a translation with its texts; null if the version is no translation.
 *
 * @param version the stored version; its source is read again when it changes
 */
export const useSource = (
  model: string,
  documentId: string | undefined,
  locale: string | undefined,
  version: unknown,
): Source | null => {
  const { get } = useFetchClient();
  const [source, setSource] = useState<Source | null>(null);
  const isLocalizedEntry =
    model.startsWith('api::') && documentId !== undefined && locale !== undefined;

  useEffect(() => {
    let isGone = false;
    if (!isLocalizedEntry) return undefined;
    get<{ data: Source | null }>(`/stale-translations/${model}/${documentId}/source`, {
      params: { locale },
    }).then(
      ({ data }) => {
        if (!isGone) setSource(data.data);
      },
      // The form works without this data.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [get, isLocalizedEntry, model, documentId, locale, version]);

  return source;
};
