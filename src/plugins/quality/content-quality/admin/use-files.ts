import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { FoundFiles } from '../content-quality';
import { useShrinkPicture } from './use-shrink-picture';

/** Requests a page of the files with a finding. */
export const useFiles = (code: string, page: number) => {
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const makeSmaller = useShrinkPicture();
  const { data: found, reload } = useLoaded<FoundFiles>('/content-quality/files', {
    params: { code, page },
  });

  /** Deletes files through the media library, which refuses used ones. */
  const remove = async (fileIds: readonly number[]): Promise<boolean> => {
    try {
      await post('/upload/actions/bulk-delete', { fileIds });
      return true;
    } catch (error) {
      noticeError(error);
      return false;
    } finally {
      await reload();
    }
  };

  /** Shrinks pictures one by one. Returns the number of pictures that became smaller. */
  const shrink = async (fileIds: readonly number[]): Promise<number> => {
    let count = 0;
    try {
      for (const id of fileIds) if (await makeSmaller(id)) count += 1;
    } catch (error) {
      noticeError(error);
    }
    await reload();
    return count;
  };

  return { found, remove, shrink };
};
