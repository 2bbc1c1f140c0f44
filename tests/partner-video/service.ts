import path from 'node:path';
import { type App, startApp } from '../support/app';
import type { TestDatabase } from '../support/database';
import { hostModule } from '../support/host';
import type { PartnerProcess } from './partner';

/** The parts of a response that tests read before they know its type. */
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

/** The maximum wait for a partner that responds. */
const PATIENCE_MS = 60_000;

/** The maximum wait for a partner that does not respond. */
export const IMPATIENT_MS = 1_000;

type Options = { partner: PartnerProcess; database: TestDatabase; env?: Record<string, string> };

/** A service that has never called its partner, on a database that outlives it. */
export const startService = ({ partner, database, env = {} }: Options): Promise<App> =>
  startApp({
    database,
    env: {
      ...partner.env,
      VIDEOPARTNER_TIMEOUT_MS: String(PATIENCE_MS),
      VIDEOPARTNER_LIMIT_EMAIL: '100000',
      VIDEOPARTNER_LIMIT_ADDRESS: '100000',
      ...env,
    },
  });

const SERVICE = 'plugin::partner-video.video';
const factory = path.resolve(
  __dirname,
  '../../dist/src/plugins/partner-video/server/services/video.js',
);

/**
 * Resets a service's token, catalogue and state of the partner, as a restart would.
 *
 * @param patienceMs its timeout for the partner from now on
 */
export const forget = ({ strapi }: App, patienceMs = PATIENCE_MS): void => {
  const { createVideoService } = hostModule<{ createVideoService: unknown }>(factory);
  const before = strapi.service(SERVICE) as unknown as { close: () => void };
  before.close();
  strapi.config.set('settings.partnerVideo.partner.timeoutMs', patienceMs);
  strapi
    .get<{ set: (uid: string, service: unknown) => void }>('services')
    .set(SERVICE, createVideoService);
};
