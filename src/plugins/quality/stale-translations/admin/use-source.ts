import { useLoaded } from '../../../../platform/admin/use-loaded';
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
  const isLocalizedEntry =
    model.startsWith('api::') && documentId !== undefined && locale !== undefined;
  const { data = null } = useLoaded<Source | null>(
    isLocalizedEntry ? `/stale-translations/${model}/${documentId}/source` : null,
    { params: { locale }, version, isOptional: true },
  );
  return data;
};
