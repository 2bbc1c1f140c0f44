import { z } from '@strapi/utils';
import { defineSettingsSection, wholeNumber } from '#platform/settings/section';

export type SearchSettings = {
  /** Maximum searches of one address in a minute; cached responses are not counted. */
  perMinute: number;
};

export const searchSettings = defineSettingsSection<SearchSettings>('search', () =>
  z
    .object({ SEARCHES_PER_MINUTE: wholeNumber(1, 1_000_000).default(600) })
    .transform((env) => ({ perMinute: env.SEARCHES_PER_MINUTE })),
);
