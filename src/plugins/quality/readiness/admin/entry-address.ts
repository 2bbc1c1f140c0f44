import type { Path } from '../../../../feature/readiness';

/** Returns the panel's address of an entry, at one of its fields if a path is given. */
export const entryAddress = (
  model: string,
  { documentId, locale }: { documentId: string; locale: string | null },
  path: Path = [],
): string => {
  const query = [
    ...(locale === null ? [] : [`plugins[i18n][locale]=${locale}`]),
    ...(path.length === 0 ? [] : [`at=${path.join('.')}`]),
  ].join('&');
  return `/content-manager/collection-types/${model}/${documentId}${query === '' ? '' : `?${query}`}`;
};
