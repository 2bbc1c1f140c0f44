import { z } from '@strapi/utils';
import { settingsSection, text, wholeNumber } from '../../../platform/settings/section';

export type MetricsSettings = {
  /** Where Prometheus finds the figures; null: nothing is measured. */
  listen: { host: string; port: number } | null;
};

export const metricsSettings = settingsSection<MetricsSettings>('metrics', () =>
  z
    .object({
      METRICS_PORT: wholeNumber(1, 65_535).optional(),
      METRICS_HOST: text.default('127.0.0.1'),
    })
    .transform(({ METRICS_PORT: port, METRICS_HOST: host }) => ({
      listen: port === undefined ? null : { host, port },
    })),
);
