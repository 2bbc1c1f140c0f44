import { z } from '@strapi/utils';
import { defineSettingsSection, wholeNumber } from './section';

export type ShutdownSettings = {
  /**
   * Seconds between the stop signal and the end of new connections. Load balancers need this time
   * to notice that the service is no longer ready.
   */
  delaySeconds: number;
  /** Seconds for running requests after that; then their connections are closed. */
  drainSeconds: number;
};

const DAY = 86_400;

export const shutdownSettings = defineSettingsSection<ShutdownSettings>(
  'shutdown',
  ({ isProduction }) =>
    z
      .object({
        // In development there is no load balancer to wait for.
        SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 3600).default(isProduction ? 5 : 0),
        SHUTDOWN_SECONDS: wholeNumber(0, DAY).default(20),
      })
      .transform((env) => ({
        delaySeconds: env.SHUTDOWN_DELAY_SECONDS,
        drainSeconds: env.SHUTDOWN_SECONDS,
      })),
);
