import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { FoundFiles } from '../content-quality';

/** Width in pixels that large screens need. */
const WIDTH = 2560;

/** File of the media library. */
type StoredFile = {
  name: string;
  url: string;
  mime: string;
  size: number;
  alternativeText: string | null;
  caption: string | null;
};

/** Format names of the picture endpoint by MIME type. */
const formats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

const sizeOf = async ({ url, mime }: StoredFile): Promise<Blob | null> => {
  const format = formats[mime];
  const name = url.split('?')[0]?.split('/').at(-1);
  if (format === undefined || name === undefined) return null;
  const version = new URLSearchParams(url.split('?')[1]).get('v');
  const query = new URLSearchParams({
    w: String(WIDTH),
    format,
    ...(version !== null && { v: version }),
  });
  const answer = await fetch(`/api/pictures/${name}?${query.toString()}`);
  return answer.ok ? answer.blob() : null;
};

const BYTES = 1024;

/**
 * Returns a function that replaces a picture by a smaller one, as "Replace this file" does. Its
 * address and texts stay.
 *
 * @returns whether the picture became smaller; false if it is already minimal or of another type
 */
const useShrinkPicture = (): ((id: number) => Promise<boolean>) => {
  const { get, post } = useFetchClient();
  return async (id) => {
    const { data: file } = await get<StoredFile>(`/upload/files/${id}`);
    const smaller = await sizeOf(file);
    if (smaller === null || smaller.size / BYTES >= file.size) return false;
    const { name, alternativeText, caption } = file;
    const form = new FormData();
    form.append('files', new File([smaller], name, { type: file.mime }));
    form.append('fileInfo', JSON.stringify({ name, alternativeText, caption }));
    await post(`/upload?id=${id}`, form);
    return true;
  };
};

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
