import type { WithStrapi } from '../../../../platform/with-strapi';
import { uploadSettings } from '../../../../platform/storage/settings';
import { extendUploadService, type WorkingFile } from '../../../../platform/strapi/upload-services';
import { decodingOf, pixelsOf, readHeader } from '../../uploads';
import { dominantColourOf } from './dominant-colour';

/**
 * Has every picture's colour stored with it, when it is uploaded and when it is replaced. The upload plugin stores what
 * stands in the file that its last step before returns.
 */
export const describeUploads = ({ strapi }: WithStrapi): void => {
  const { maxPixels } = uploadSettings.of({ strapi });

  const colourOf = async ({ filepath }: WorkingFile): Promise<string | null> => {
    const header = filepath === undefined ? null : await readHeader(filepath);
    if (filepath === undefined || header === null) return null;
    try {
      return await decodingOf({ strapi }).run(pixelsOf(header), () =>
        dominantColourOf(filepath, maxPixels),
      );
    } catch (error) {
      // Nobody is to be kept from uploading by this; the nightly look tries again.
      strapi.log.warn(`pictures: no colour of an upload: ${String(error)}`);
      return null;
    }
  };

  extendUploadService({ strapi }, 'image-manipulation', (service) => ({
    async optimize(file) {
      const optimized = await service.optimize(file);
      return { ...optimized, dominantColor: await colourOf(optimized) };
    },
  }));
};
