import { z } from '@strapi/utils';
import { settingsSection, wholeNumber } from './section';

export type ShutdownSettings = {
  /**
   * Seconds between the signal to stop and the end of new connections: load balancers need as long to see
   * that the service is no longer ready.
   */
  delaySeconds: number;
  /** Seconds that running requests are given after that; then their connections are cut. */
  drainSeconds: number;
};

const DAY = 86_400;

export const shutdownSettings = settingsSection<ShutdownSettings>('shutdown', ({ isProduction }) =>
  z
    .object({
      // Ctrl-C on somebody's own machine need not wait for a load balancer that is not there.
      SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 3600).default(isProduction ? 5 : 0),
      SHUTDOWN_SECONDS: wholeNumber(0, DAY).default(20),
    })
    .transform((env) => ({
      delaySeconds: env.SHUTDOWN_DELAY_SECONDS,
      drainSeconds: env.SHUTDOWN_SECONDS,
    })),
);
