import { z } from '@strapi/utils';
import { settingsSection, wholeNumber } from '../settings/section';

export type ReleaseSettings = {
  /** Seconds without a sign of life after which a node counts as gone. */
  nodeTimeoutSeconds: number;
};

export const releaseSettings = settingsSection<ReleaseSettings>('releases', () =>
  z
    .object({ RELEASE_NODE_TIMEOUT_SECONDS: wholeNumber(2, 3600).default(60) })
    .transform((env) => ({ nodeTimeoutSeconds: env.RELEASE_NODE_TIMEOUT_SECONDS })),
);
