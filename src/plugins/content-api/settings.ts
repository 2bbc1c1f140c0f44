import { z } from '@strapi/utils';
import { defineSettingsSection, wholeNumber } from '#platform/settings/section';

export type ContentApiSettings = {
  /** Maximum number of large queries per address and minute. */
  largeQueriesPerMinute: number;
};

export const contentApiSettings = defineSettingsSection<ContentApiSettings>('contentApi', () =>
  z
    .object({ LARGE_QUERIES_PER_MINUTE: wholeNumber(1, 1_000_000).default(60) })
    .transform((env) => ({ largeQueriesPerMinute: env.LARGE_QUERIES_PER_MINUTE })),
);
