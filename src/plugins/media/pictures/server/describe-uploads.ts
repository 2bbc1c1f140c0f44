import type { WithStrapi } from '../../../../platform/with-strapi';
import { uploadSettings } from '../../../../platform/storage/settings';
import { extendUploadService, type WorkingFile } from '../../../../platform/strapi/upload-services';
import { decodingOf, pixelsOf, readHeader } from '../../uploads';
import { dominantColourOf } from './dominant-colour';

/**
 * Stores the dominant colour of pictures when they are uploaded or replaced. The upload plugin
 * stores the attributes of the file that its previous step returns.
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
      // An error here must not prevent the upload; the nightly job retries.
      strapi.log.warn(
        `pictures: the dominant colour of an upload was not computed: ${String(error)}`,
      );
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
