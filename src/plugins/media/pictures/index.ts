import type { Feature } from '#feature/feature';
import { getPicture, listMedia } from './contract';
import { storeAlternativeTexts } from './server/alternative-texts';
import { defineColourJob, describeUploads, queueFirstColourScan } from './server/colour-job';
import { createFileDefinitions } from './server/file-rows';
import { registerPictures } from './server/pictures';
import { pictureSettings } from './settings';

/**
 * Attributes that this feature adds to files. They are private, so that the responses of the
 * generated content API stay unchanged.
 */
export const fileAttributes = {
  /** Dominant colour such as `#2a6f97`; null if it is not known yet or the file is no picture. */
  dominantColor: { type: 'string', configurable: false, private: true },
  /**
   * Alternative texts by language, `{"en": "A hand"}`. Strapi's own text of a file applies to the
   * default language and to every language that is missing here.
   */
  alternativeTexts: { type: 'json', configurable: false, private: true },
} as const;

/** Serves pictures in the sizes that pages ask for. */
export const pictures: Feature = {
  name: 'pictures',
  folder: __dirname,
  settings: [pictureSettings],
  endpoints: [getPicture, listMedia],
  definitions: createFileDefinitions,
  register({ strapi }): void {
    registerPictures({ strapi });
    describeUploads({ strapi });
    storeAlternativeTexts({ strapi });
    defineColourJob({ strapi });
  },
  start: queueFirstColourScan,
};
