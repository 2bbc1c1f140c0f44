import { startPartnerVideo } from './server.mjs';

/**
 * Starts the demo's video partner, unless a real one is configured.
 *
 * @param {{ env: Record<string, string> }} options
 */
export const partnerVideo = async ({ env }) => {
  if (env.VIDEOPARTNER_BASE_URL !== undefined) return undefined;
  const partner = await startPartnerVideo();
  return {
    name: 'Video partner',
    url: partner.url,
    env: {
      VIDEOPARTNER_BASE_URL: partner.url,
      VIDEOPARTNER_CLIENT_ID: partner.clientId,
      VIDEOPARTNER_CLIENT_SECRET: partner.clientSecret,
    },
    stop: partner.close,
  };
};
