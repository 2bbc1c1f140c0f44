import { z } from '@strapi/utils';
import { defineSettingsSection, text, wholeNumber } from '#platform/settings/section';

export type MetricsSettings = {
  /** Address at which Prometheus reads the metrics; null if nothing is measured. */
  listen: { host: string; port: number } | null;
};

export const metricsSettings = defineSettingsSection<MetricsSettings>('metrics', () =>
  z
    .object({
      METRICS_PORT: wholeNumber(1, 65_535).optional(),
      METRICS_HOST: text.default('127.0.0.1'),
    })
    .transform(({ METRICS_PORT: port, METRICS_HOST: host }) => ({
      listen: port === undefined ? null : { host, port },
    })),
);
