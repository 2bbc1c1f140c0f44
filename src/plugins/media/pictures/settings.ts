import { z } from '@strapi/utils';
import { defineSettingsSection, text, wholeNumber } from '#platform/settings/section';

export type PictureSettings = {
  folder: string;
  /** Maximum size of the disk cache in bytes. */
  maxBytes: number;
  /** Maximum number of new sizes for one address in a minute; cached sizes are not counted. */
  perMinute: number;
};

const MEGABYTE = 1024 * 1024;

export const pictureSettings = defineSettingsSection<PictureSettings>('pictures', () =>
  z
    .object({
      PICTURES_DIR: text.default('./.tmp/pictures'),
      PICTURES_MB: wholeNumber(1, 1_000_000).default(1024),
      PICTURES_PER_MINUTE: wholeNumber(1, 1_000_000).default(300),
    })
    .transform((env) => ({
      folder: env.PICTURES_DIR,
      maxBytes: env.PICTURES_MB * MEGABYTE,
      perMinute: env.PICTURES_PER_MINUTE,
    })),
);
