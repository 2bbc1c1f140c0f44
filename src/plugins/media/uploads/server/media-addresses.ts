import type { UID } from '@strapi/types';
import { traverseEntity } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { extendUploadService, type StoredFile } from '#platform/strapi/upload-services';
import { getMediaOrigin, uploadSettings } from '#platform/storage/settings';
import type { DocumentMiddleware } from '#platform/documents/pipeline';

const FILE = 'plugin::upload.file';

/** Type of an entry in Strapi's traversal. */
type Data = Awaited<ReturnType<typeof traverseEntity>>;

type Addressed = Pick<StoredFile, 'url'> & Partial<Pick<StoredFile, 'previewUrl' | 'formats'>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAddressed = (value: unknown): value is Addressed =>
  isRecord(value) && typeof value.url === 'string';

/** Returns a file with an origin added to its relative URLs, including those of its sizes. */
const onOrigin = <File extends Addressed>(file: File, origin: string): File => {
  const toAbsolute = (url: string): string => (url.startsWith('/') ? `${origin}${url}` : url);
  const { previewUrl, formats } = file;
  return {
    ...file,
    url: toAbsolute(file.url),
    ...(typeof previewUrl === 'string' && { previewUrl: toAbsolute(previewUrl) }),
    ...(isRecord(formats) && {
      formats: Object.fromEntries(
        Object.entries(formats).map(([name, format]) => [
          name,
          isAddressed(format) ? { ...format, url: toAbsolute(format.url) } : format,
        ]),
      ),
    }),
  };
};

/** Replaces each entry in the result of a Document Service action. */
const mapEntries = async (
  result: unknown,
  change: (entry: unknown) => Promise<unknown>,
): Promise<unknown> => {
  if (Array.isArray(result)) return Promise.all(result.map(change));
  if (isRecord(result) && Array.isArray(result.entries)) {
    return { ...result, entries: await Promise.all(result.entries.map(change)) };
  }
  return isRecord(result) ? change(result) : result;
};

type RequestState = { route?: { info?: { type?: string } } };

/**
 * Tells whether the current request came to the content API. The panel may have another URL than
 * the public one, and must find its pictures there.
 */
const isForContentApi = ({ strapi }: WithStrapi): boolean =>
  (strapi.requestContext.get()?.state as RequestState | undefined)?.route?.info?.type ===
  'content-api';

/**
 * Returns a function for the media origin of the current request; null if URLs are stored with an
 * origin or none is configured.
 */
const createOriginNow = ({ strapi }: WithStrapi): (() => string | null) | null => {
  const upload = uploadSettings.of({ strapi });
  const origin = getMediaOrigin({ strapi });
  if (upload.provider !== 'local' || origin === null) return null;
  return () => (upload.mediaUrl !== null || isForContentApi({ strapi }) ? origin : null);
};

/**
 * Adds the origin of the service's media to URLs that the upload plugin signs. Call it in
 * `register`.
 */
export const signOnMediaOrigin = ({ strapi }: WithStrapi): void => {
  const originNow = createOriginNow({ strapi });
  if (originNow === null) return;
  extendUploadService({ strapi }, 'file', (service) => ({
    signFileUrls: async (file) => {
      const signed = await service.signFileUrls(file);
      const origin = originNow();
      return origin === null ? signed : onOrigin(signed, origin);
    },
  }));
};

/**
 * Adds the origin of the service's media to their URLs in the generated API, and in the panel too
 * if `MEDIA_URL` is set. Stored URLs stay relative, because the origin may change.
 */
export const setMediaOrigin = ({ strapi }: WithStrapi): DocumentMiddleware | null => {
  const originNow = createOriginNow({ strapi });
  if (originNow === null) return null;

  const inEntry =
    (uid: UID.Schema, origin: string) =>
    async (entry: unknown): Promise<unknown> => {
      if (!isRecord(entry)) return entry;
      if (uid === FILE) return isAddressed(entry) ? onOrigin(entry, origin) : entry;
      return traverseEntity(
        ({ key, value, attribute }, operations) => {
          if (attribute?.type !== 'media') return;
          if (isAddressed(value)) operations.set(key, onOrigin(value, origin));
          if (Array.isArray(value)) {
            // The type allows one entry, but a list works as well.
            const files: unknown = value.map((file) =>
              isAddressed(file) ? onOrigin(file, origin) : file,
            );
            operations.set(key, files as Data);
          }
        },
        { schema: strapi.getModel(uid), getModel: (name) => strapi.getModel(name as UID.Schema) },
        entry as Data,
      );
    };

  return async ({ uid, action }, next) => {
    const result = await next();
    const origin = originNow();
    // Entries keep their format, whichever action returns them.
    return action === 'count' || origin === null
      ? result
      : ((await mapEntries(result, inEntry(uid, origin))) as typeof result);
  };
};
