import { z } from '@strapi/utils';
import { settingsSection, wholeNumber } from '../settings/section';

export type ReleaseSettings = {
  /** Seconds without a sign of life after which a node counts as gone. */
  nodeTimeoutSeconds: number;
  /** Whether the service does not start with a version of Strapi that it was not tried with; else it warns. */
  refusesUntriedStrapi: boolean;
};

export const releaseSettings = settingsSection<ReleaseSettings>('releases', () =>
  z
    .object({
      RELEASE_NODE_TIMEOUT_SECONDS: wholeNumber(2, 3600).default(60),
      STRAPI_UNTRIED: z.enum(['warn', 'refuse']).default('warn'),
    })
    .transform((env) => ({
      nodeTimeoutSeconds: env.RELEASE_NODE_TIMEOUT_SECONDS,
      refusesUntriedStrapi: env.STRAPI_UNTRIED === 'refuse',
    })),
);
