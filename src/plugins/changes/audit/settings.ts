import { z } from '@strapi/utils';
import { settingsSection, wholeNumber } from '../../../platform/settings/section';

export type AuditSettings = {
  /** Days for which what was done is kept. */
  keepDays: number;
};

/** Younger rows cannot be removed by anybody, retention included; the database itself refuses it. */
export const KEPT_AT_LEAST_DAYS = 30;

export const auditSettings = settingsSection<AuditSettings>('audit', () =>
  z
    .object({ AUDIT_KEEP_DAYS: wholeNumber(KEPT_AT_LEAST_DAYS, 36_500).default(400) })
    .transform((env) => ({ keepDays: env.AUDIT_KEEP_DAYS })),
);
