import { z } from '@strapi/utils';
import { settingsSection, text, wholeNumber } from '../../../platform/settings/section';

export type PictureSettings = {
  /** Where sizes that have been made are kept. */
  folder: string;
  /** How much of the disk they may take, in bytes. */
  maxBytes: number;
  /** Sizes that one address may have made in a minute; what is kept is not counted. */
  perMinute: number;
};

const MEGABYTE = 1024 * 1024;

export const pictureSettings = settingsSection<PictureSettings>('pictures', () =>
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
