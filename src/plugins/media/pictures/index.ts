import type { Feature } from '../../../feature/feature';
import { getPicture } from './contract';
import { listMedia } from './media-contract';
import { storeAlternativeTexts } from './server/alternative-texts';
import { defineColourJob, queueFirstColourScan } from './server/colour-job';
import { describeUploads } from './server/describe-uploads';
import { fileDefinitions } from './server/file-rows';
import { registerPictures } from './server/pictures';
import { pictureSettings } from './settings';

export { fileAttributes } from './file-attributes';

/** Serves pictures in the sizes that pages ask for. */
export const pictures: Feature = {
  name: 'pictures',
  folder: __dirname,
  settings: [pictureSettings],
  endpoints: [getPicture, listMedia],
  definitions: fileDefinitions,
  register({ strapi }): void {
    registerPictures({ strapi });
    describeUploads({ strapi });
    storeAlternativeTexts({ strapi });
    defineColourJob({ strapi });
  },
  start: queueFirstColourScan,
};
