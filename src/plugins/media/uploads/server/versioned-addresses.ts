import { isDeepStrictEqual } from 'node:util';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { withNewVersion } from '../../../../platform/storage/address-version';
import { tableOf } from '../../../../platform/strapi/queries';
import {
  extendUploadProvider,
  type ProviderFunctions,
} from '../../../../platform/strapi/upload-provider';
import { extendUploadService } from '../../../../platform/strapi/upload-services';

const FILE = 'plugin::upload.file';

type Row = { url: string; focalPoint: unknown; formats: Record<string, { url: string }> | null };

/** Gives a file another address when what lies there is replaced. */
const versioned =
  (replace: ProviderFunctions['replace']): ProviderFunctions['replace'] =>
  async (file, before) => {
    await replace(file, before);
    if (file.url !== undefined) file.url = withNewVersion(file.url);
  };

/** Gives a file and its sizes other addresses, where something else may lie there without its row having changed. */
export const renewAddresses = async ({ strapi }: WithStrapi, id: number): Promise<void> => {
  const files = tableOf<Row>({ strapi }, FILE);
  const row = await files.findOne({ where: { id }, select: ['url', 'formats'] });
  if (row === null) return;
  const sizes = Object.entries(row.formats ?? {}).map(
    ([name, size]) => [name, { ...size, url: withNewVersion(size.url) }] as const,
  );
  const formats = row.formats === null ? null : Object.fromEntries(sizes);
  await files.update({ where: { id }, data: { url: withNewVersion(row.url), formats } });
};

/** What is cut out of a picture for a ratio is another part of it then. */
const changeWithFocalPoint = ({ strapi }: WithStrapi): void => {
  // Opened with each call: this is called before there are models.
  const files = () => tableOf<Row>({ strapi }, FILE);
  const rowOf = (id: unknown) => files().findOne({ where: { id }, select: ['url', 'focalPoint'] });

  extendUploadService({ strapi }, 'upload', (service) => ({
    async updateFileInfo(id, info, options) {
      const before = await rowOf(id);
      const answer = await service.updateFileInfo(id, info, options);
      const after = await rowOf(id);
      const stays = isDeepStrictEqual(before?.focalPoint ?? null, after?.focalPoint ?? null);
      if (after === null || stays) return answer;
      const url = withNewVersion(after.url);
      await files().update({ where: { id }, data: { url } });
      return typeof answer === 'object' ? { ...answer, url } : answer;
    },
  }));
};

/**
 * Has a file's address change with what it shows: when the file is replaced, and when its focal point moves. The
 * parameter that does it changes nothing about where the file lies; addresses given out before go on working. Call it
 * after the provider has been told how to store.
 */
export const versionAddresses = ({ strapi }: WithStrapi): void => {
  extendUploadProvider({ strapi }, ({ replace, replaceStream }) => ({
    ...(replace && { replace: versioned(replace) }),
    ...(replaceStream && { replaceStream: versioned(replaceStream) }),
  }));
  changeWithFocalPoint({ strapi });
};
