import { z } from '@strapi/utils';
import { defineSettingsSection, wholeNumber } from '#platform/settings/section';

export type ImportSettings = {
  /** Maximum file size in bytes. The whole file is in memory while it is parsed. */
  maxFileSize: number;
};

const MEGABYTE = 2 ** 20;

export const importSettings = defineSettingsSection<ImportSettings>('imports', () =>
  z
    .object({ IMPORT_MAX_MB: wholeNumber(1, 1_000).default(50) })
    .transform((env) => ({ maxFileSize: env.IMPORT_MAX_MB * MEGABYTE })),
);
