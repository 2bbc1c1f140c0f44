import { isDeepStrictEqual } from 'node:util';
import type { WithStrapi } from '../../../platform/with-strapi';
import { withNewVersion } from '../../../media/address-version';
import { tableOf } from '../../../strapi/queries';
import { extendUploadProvider, type ProviderFunctions } from '../../../strapi/upload-provider';
import { extendUploadService } from '../../../strapi/upload-services';

const FILE = 'plugin::upload.file';

type Row = { url: string; focalPoint: unknown };

/** Gives a file another address when what lies there is replaced. */
const versioned =
  (replace: ProviderFunctions['replace']): ProviderFunctions['replace'] =>
  async (file, before) => {
    await replace(file, before);
    if (file.url !== undefined) file.url = withNewVersion(file.url);
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
