import path from 'node:path';
import type * as videoService from '#plugins/partner-video/server/services/video';
import { type App, startApp } from '../support/app';
import { hostModule } from '../support/host';
import type { PartnerProcess } from './partner';

/** A response whose body is typed later. */
export type Answer = { body: unknown };

export type Catalog = {
  catalog: {
    idChannel: string;
    trailer: string;
    htmlDescription: string | null;
    video: { videoId: string; trailer: string }[];
  }[];
};

export const watching = {
  productId: 'mindful-leadership',
  videoId: 'mindful-leadership-1',
  price: 49.9,
  name: 'Lucía',
  surname: 'Prats',
  email: 'lucia.prats@example.com',
};

/** The timeout for a partner that responds. */
const PATIENCE_MS = 60_000;

/** The timeout for a partner that does not respond. */
export const IMPATIENT_MS = 1_000;

const SERVICE = 'plugin::partner-video.video';
const factory = path.resolve(
  __dirname,
  '../../dist/src/plugins/partner-video/server/services/video.js',
);

/** Discards the cached service of videos, so that the next call creates it with the current settings. */
const renewVideoService = ({ strapi }: App): void => {
  const { createVideoService } = hostModule<typeof videoService>(factory);
  const before = strapi.service(SERVICE) as unknown as { close: () => void };
  before.close();
  strapi
    .get<{ set: (uid: string, service: unknown) => void }>('services')
    .set(SERVICE, createVideoService);
};

/**
 * Resets a service's token, catalogue and state of the partner, as a restart would.
 *
 * @param patienceMs its timeout for the partner from now on
 */
export const forget = (app: App, patienceMs = PATIENCE_MS): void => {
  app.changeSettings({ VIDEOPARTNER_TIMEOUT_MS: String(patienceMs) });
  renewVideoService(app);
};

type Options = {
  partner: PartnerProcess;
  env?: Record<string, string>;
  runtimeEnv?: Record<string, string>;
};

/** A service that has never called its partner. */
export const startService = async ({
  partner,
  env = {},
  runtimeEnv = {},
}: Options): Promise<App> => {
  const app = await startApp({
    env,
    runtimeEnv: {
      ...partner.env,
      VIDEOPARTNER_TIMEOUT_MS: String(PATIENCE_MS),
      VIDEOPARTNER_LIMIT_EMAIL: '100000',
      VIDEOPARTNER_LIMIT_ADDRESS: '100000',
      ...runtimeEnv,
    },
  });
  renewVideoService(app);
  return {
    ...app,
    stop: async () => {
      // The next suite must not meet this one's partner.
      renewVideoService(app);
      await app.stop();
    },
  };
};
