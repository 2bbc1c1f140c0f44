import { z } from '@strapi/utils';
import { flag, defineSettingsSection, wholeNumber } from '#platform/settings/section';

export const historySettings = defineSettingsSection('history', () =>
  z
    .object({
      HISTORY: flag.default(true),
      HISTORY_KEEP_DAYS: wholeNumber(1, 36_500).default(365),
      HISTORY_KEEP_COUNT: wholeNumber(2, 10_000).default(200),
      HISTORY_BIN_DAYS: wholeNumber(1, 3650).default(30),
    })
    .transform((env) => ({
      /** Whether new versions are recorded. */
      isOn: env.HISTORY,
      /** Days for which events are stored. */
      keepDays: env.HISTORY_KEEP_DAYS,
      /** Maximum number of events per entry and locale. */
      keepCount: env.HISTORY_KEEP_COUNT,
      /** Days for which deleted entries can be restored. */
      binDays: env.HISTORY_BIN_DAYS,
    })),
);
