import { useFetchClient } from '@strapi/strapi/admin';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { SourceChanges } from '../source-changes';

type Version = { model: string; documentId: string | undefined; locale: string | undefined };

/** Returns the source's changes since a translation; null if there are none or it is unknown. */
export const useSourceChanges = (
  { model, documentId, locale }: Version,
  updatedAt: string | undefined,
): { changes: SourceChanges | null; confirm: () => Promise<void> } => {
  const { post } = useFetchClient();
  const address = `/stale-translations/${model}/${documentId ?? ''}`;
  const isKnown =
    model.startsWith('api::') &&
    documentId !== undefined &&
    locale !== undefined &&
    updatedAt !== undefined;

  const { data, isCurrent, setData } = useLoaded<SourceChanges | null>(isKnown ? address : null, {
    params: { locale },
    version: updatedAt,
    isOptional: true,
  });
  return {
    changes: isCurrent ? (data ?? null) : null,
    confirm: async (): Promise<void> => {
      await post(address, { locale });
      setData(null);
    },
  };
};
