import { z } from '@strapi/utils';
import { settingsSection, text, wholeNumber } from '../../settings/section';

export type PictureSettings = {
  /** Where sizes that have been made are kept. */
  folder: string;
  /** How much of the disk they may take, in bytes. */
  maxBytes: number;
};

const MEGABYTE = 1024 * 1024;

export const pictureSettings = settingsSection<PictureSettings>('pictures', () =>
  z
    .object({
      PICTURES_DIR: text.default('./.tmp/pictures'),
      PICTURES_MB: wholeNumber(1, 1_000_000).default(1024),
    })
    .transform((env) => ({ folder: env.PICTURES_DIR, maxBytes: env.PICTURES_MB * MEGABYTE })),
);
