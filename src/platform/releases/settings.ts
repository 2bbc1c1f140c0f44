import { z } from '@strapi/utils';
import { defineSettingsSection, wholeNumber } from '../settings/section';

export type ReleaseSettings = {
  /** Seconds without a heartbeat after which a node counts as gone. */
  nodeTimeoutSeconds: number;
  /**
   * Whether the service refuses to start with an untested version of Strapi; otherwise it warns.
   */
  refusesUntriedStrapi: boolean;
};

export const releaseSettings = defineSettingsSection<ReleaseSettings>('releases', () =>
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
