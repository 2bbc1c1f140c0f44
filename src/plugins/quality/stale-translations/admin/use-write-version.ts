import { adminApi, useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import type { DifferingVersion } from '../differences';

type Written = Pick<DifferingVersion, 'locale' | 'version' | 'data'> & {
  model: string;
  documentId: string;
};

/**
 * Saves a version that no open form shows. The content manager's own mutation would count as a save
 * of the open form. The tag makes the panel read the entry again in every language.
 */
const { useWriteVersionMutation } = adminApi
  .enhanceEndpoints({ addTagTypes: ['Document'] })
  .injectEndpoints({
    endpoints: (builder) => ({
      writeVersion: builder.mutation<unknown, Written>({
        query: ({ model, documentId, locale, version, data }) => ({
          url: `/content-manager/collection-types/${model}/${documentId}`,
          method: 'PUT',
          data: { ...data, baseVersion: version },
          config: { params: { locale } },
        }),
        invalidatesTags: (_answer, _error, { model, documentId }) => [
          { type: 'Document', id: `${model}_${documentId}` },
        ],
      }),
    }),
  });

/** Returns a function that saves a version, and shows the error if it is refused. */
export const useWriteVersion = (): ((written: Written) => Promise<boolean>) => {
  const [write] = useWriteVersionMutation();
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: formatAPIError } = useAPIErrorHandler();
  return async (written) => {
    const answer = await write(written);
    if (!('error' in answer)) return true;
    toggleNotification({ type: 'danger', message: formatAPIError(answer.error) });
    return false;
  };
};
