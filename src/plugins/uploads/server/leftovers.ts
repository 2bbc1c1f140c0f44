import { AsyncLocalStorage } from 'node:async_hooks';
import type { WithStrapi } from '../../../platform/with-strapi';
import { tableOf } from '../../../strapi/queries';
import {
  deleteStored,
  extendUploadProvider,
  type ProviderFile,
} from '../../../strapi/upload-provider';

type Name = Pick<ProviderFile, 'hash' | 'ext'>;

type Row = Name & { formats: Readonly<Record<string, Name>> | null };

/** What one upload has put into the storage, and what is still on its way there. */
type Stored = { files: ProviderFile[]; underway: Promise<unknown>[] };

const current = new AsyncLocalStorage<Stored>();

const nameOf = ({ hash, ext }: Name): string => `${hash}${ext ?? ''}`;

/** Notes what uploads store; to be called once the upload plugin has made its provider, after others have changed it. */
export const noteStoredFiles = ({ strapi }: WithStrapi): void => {
  const noted =
    (store: (file: ProviderFile) => Promise<unknown>) =>
    async (file: ProviderFile): Promise<void> => {
      const storing = store(file);
      const upload = current.getStore();
      upload?.underway.push(storing);
      await storing;
      upload?.files.push({ ...file });
    };
  extendUploadProvider({ strapi }, ({ upload, uploadStream }) => ({
    upload: noted(upload),
    uploadStream: noted(uploadStream),
  }));
};

/** The names of those files that a row tells of; of several that were uploaded together some may be kept. */
const keptOf = async ({ strapi }: WithStrapi, files: readonly Name[]): Promise<Set<string>> => {
  const rows = await tableOf<Row>({ strapi }, 'plugin::upload.file').findMany({
    where: { hash: { $in: files.map(({ hash }) => hash) } },
    select: ['hash', 'ext', 'formats'],
  });
  return new Set(rows.flatMap((row) => [row, ...Object.values(row.formats ?? {})]).map(nameOf));
};

const removeLeftovers = async (
  { strapi }: WithStrapi,
  { files, underway }: Stored,
): Promise<void> => {
  // The sizes of a picture are stored side by side: when one fails, others are still being written.
  await Promise.allSettled(underway);
  if (files.length === 0) return;
  const kept = await keptOf({ strapi }, files);
  for (const file of files.filter((one) => !kept.has(nameOf(one)))) {
    await deleteStored({ strapi }, file);
  }
};

/**
 * Runs an upload, and takes back what it has stored when it fails. The upload plugin stores a picture and its
 * sizes side by side before it writes their row, and leaves what it has stored where one of them, or the row,
 * fails (`@strapi/upload` 5.54): on a full disk that fills it further with files that nobody knows of.
 */
export const withoutLeftovers = <T>(
  { strapi }: WithStrapi,
  upload: () => Promise<T>,
): Promise<T> => {
  const stored: Stored = { files: [], underway: [] };
  return current.run(stored, async () => {
    try {
      return await upload();
    } catch (error) {
      await removeLeftovers({ strapi }, stored).catch((cause: unknown) => {
        const why = cause instanceof Error ? cause.message : 'unknown';
        const names = stored.files.map(nameOf).join(', ');
        strapi.log.warn(`uploads: what was left of an upload was not removed (${names}): ${why}`);
      });
      throw error;
    }
  });
};
