import { useCallback, useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { FoundFiles } from '../content-quality';
import { useSmaller } from './use-smaller';

/** Requests a page of the files with a finding. */
export const useFiles = (code: string, page: number) => {
  const { get, post } = useFetchClient();
  const noticeError = useErrorNotice();
  const makeSmaller = useSmaller();
  const [found, setFound] = useState<FoundFiles>();

  const load = useCallback(async (): Promise<void> => {
    const params = { code, page };
    const { data } = await get<{ data: FoundFiles }>('/content-quality/files', { params });
    setFound(data.data);
  }, [get, code, page]);

  useEffect(() => {
    load().catch(noticeError);
  }, [load, noticeError]);

  /** Deletes files through the media library, which refuses used ones. */
  const remove = async (fileIds: readonly number[]): Promise<boolean> => {
    try {
      await post('/upload/actions/bulk-delete', { fileIds });
      return true;
    } catch (error) {
      noticeError(error);
      return false;
    } finally {
      await load().catch(noticeError);
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
    await load().catch(noticeError);
    return count;
  };

  return { found, remove, shrink };
};
