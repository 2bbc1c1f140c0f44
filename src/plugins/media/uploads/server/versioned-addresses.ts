import { isDeepStrictEqual } from 'node:util';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { withNewVersion } from '#platform/storage/address-version';
import { getTable } from '#platform/strapi/queries';
import {
  extendUploadProvider,
  extendUploadService,
  type ProviderFunctions,
} from '#platform/strapi/upload-services';

const FILE = 'plugin::upload.file';

type Row = { url: string; focalPoint: unknown; formats: Record<string, { url: string }> | null };

/** Changes the URL of a file when its content is replaced. */
const createVersionedReplace =
  (replace: ProviderFunctions['replace']): ProviderFunctions['replace'] =>
  async (file, before) => {
    await replace(file, before);
    if (file.url !== undefined) file.url = withNewVersion(file.url);
  };

/**
 * Changes the URLs of a file and its sizes, because their content may have changed without a change
 * of the row.
 */
export const renewAddresses = async ({ strapi }: WithStrapi, id: number): Promise<void> => {
  const files = getTable<Row>({ strapi }, FILE);
  const row = await files.findOne({ where: { id }, select: ['url', 'formats'] });
  if (row === null) return;
  const sizes = Object.entries(row.formats ?? {}).map(
    ([name, size]) => [name, { ...size, url: withNewVersion(size.url) }] as const,
  );
  const formats = row.formats === null ? null : Object.fromEntries(sizes);
  await files.update({ where: { id }, data: { url: withNewVersion(row.url), formats } });
};

/**
 * Changes the URL of a file when its focal point moves, because sizes with a ratio then show
 * another area.
 */
const changeWithFocalPoint = ({ strapi }: WithStrapi): void => {
  // Opened at each call, because there are no models yet when this is called.
  const getFileTable = () => getTable<Row>({ strapi }, FILE);
  const loadRow = (id: unknown) =>
    getFileTable().findOne({ where: { id }, select: ['url', 'focalPoint'] });

  extendUploadService({ strapi }, 'upload', (service) => ({
    async updateFileInfo(id, info, options) {
      const before = await loadRow(id);
      const answer = await service.updateFileInfo(id, info, options);
      const after = await loadRow(id);
      const stays = isDeepStrictEqual(before?.focalPoint ?? null, after?.focalPoint ?? null);
      if (after === null || stays) return answer;
      const url = withNewVersion(after.url);
      await getFileTable().update({ where: { id }, data: { url } });
      return typeof answer === 'object' ? { ...answer, url } : answer;
    },
  }));
};

/**
 * Changes the URL of a file when its content is replaced or its focal point moves. The version
 * parameter does not change the location of the file, so earlier URLs stay valid. Call it after the
 * functions that change how the provider stores files.
 */
export const versionAddresses = ({ strapi }: WithStrapi): void => {
  extendUploadProvider({ strapi }, ({ replace, replaceStream }) => ({
    ...(replace && { replace: createVersionedReplace(replace) }),
    ...(replaceStream && { replaceStream: createVersionedReplace(replaceStream) }),
  }));
  changeWithFocalPoint({ strapi });
};
