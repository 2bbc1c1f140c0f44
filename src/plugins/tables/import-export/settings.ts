import { z } from '@strapi/utils';
import { settingsSection, wholeNumber } from '../../../platform/settings/section';

export type ImportSettings = {
  /** Bytes of a file at most: all of it is in memory while it is taken. */
  maxFileSize: number;
};

const MEGABYTE = 2 ** 20;

export const importSettings = settingsSection<ImportSettings>('imports', () =>
  z
    .object({ IMPORT_MAX_MB: wholeNumber(1, 1_000).default(50) })
    .transform((env) => ({ maxFileSize: env.IMPORT_MAX_MB * MEGABYTE })),
);
