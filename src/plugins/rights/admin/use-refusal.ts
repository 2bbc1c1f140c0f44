import { useLoaded } from '../../../platform/admin/use-loaded';

/**
 * Returns why the signed-in user may not change an entry, in their language. Returns null if they
 * may, or while it is not known.
 */
export const useRefusal = (address: string | null): string | null => {
  // Saving reports the same error.
  const { data, isCurrent } = useLoaded<{ refusal: string | null }>(address, { isOptional: true });
  return isCurrent ? (data?.refusal ?? null) : null;
};
