import { useFetchClient } from '@strapi/strapi/admin';

/** What large screens need. */
const WIDTH = 2560;

/** A file of the media library, as far as it matters here. */
type StoredFile = {
  name: string;
  url: string;
  mime: string;
  size: number;
  alternativeText: string | null;
  caption: string | null;
};

/** How the service calls the formats that it makes sizes in. */
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
 * Puts a size that screens need in the place of a picture, as "Replace this file" does: its address and its texts stay.
 *
 * @returns whether it has become smaller; not, where it is as small as can be, or of another kind
 */
export const useSmaller = (): ((id: number) => Promise<boolean>) => {
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
