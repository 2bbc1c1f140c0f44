import { z } from '@strapi/utils';
import { defineSettingsSection, wholeNumber } from '#platform/settings/section';

/** Minimum age in days of deletable rows. The database enforces it, even for retention. */
export const KEPT_AT_LEAST_DAYS = 30;

export const auditSettings = defineSettingsSection('audit', () =>
  z
    .object({ AUDIT_KEEP_DAYS: wholeNumber(KEPT_AT_LEAST_DAYS, 36_500).default(400) })
    .transform((env) => ({
      /** Number of days for which entries are kept. */
      keepDays: env.AUDIT_KEEP_DAYS,
    })),
);
