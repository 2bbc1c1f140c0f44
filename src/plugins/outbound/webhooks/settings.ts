import { z } from '@strapi/utils';
import { flag, defineSettingsSection, wholeNumber } from '#platform/settings/section';

export const webhookSettings = defineSettingsSection('webhooks', ({ isProduction }) =>
  z
    .object({
      WEBHOOKS_ALLOW_PRIVATE: flag.default(!isProduction),
      WEBHOOKS_TIMEOUT_MS: wholeNumber(100, 60_000).default(10_000),
      WEBHOOKS_TRIES: wholeNumber(1, 30).default(10),
      WEBHOOKS_RETRY_SECONDS: wholeNumber(1, 3600).default(5),
      WEBHOOKS_KEEP_DAYS: wholeNumber(1, 3650).default(30),
    })
    .transform((env) => ({
      /** Whether endpoints can be in private networks and without TLS. */
      allowsPrivate: env.WEBHOOKS_ALLOW_PRIVATE,
      timeoutMs: env.WEBHOOKS_TIMEOUT_MS,
      /** Maximum number of attempts of a delivery, and seconds between the first two. */
      tries: env.WEBHOOKS_TRIES,
      retrySeconds: env.WEBHOOKS_RETRY_SECONDS,
      /** Days for which finished deliveries are stored. */
      keepDays: env.WEBHOOKS_KEEP_DAYS,
    })),
);
