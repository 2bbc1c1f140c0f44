/** Runs the sandbox's partner alone: `node sandbox/partner-video/main.mjs`. */
import { startPartnerVideo } from './server.mjs';

const partner = await startPartnerVideo({
  ...(process.env.VIDEOPARTNER_CLIENT_ID && { clientId: process.env.VIDEOPARTNER_CLIENT_ID }),
  ...(process.env.VIDEOPARTNER_CLIENT_SECRET && {
    clientSecret: process.env.VIDEOPARTNER_CLIENT_SECRET,
  }),
  port: Number(process.env.PORT ?? 0),
});
console.log(
  JSON.stringify({
    VIDEOPARTNER_BASE_URL: partner.url,
    VIDEOPARTNER_CLIENT_ID: partner.clientId,
    VIDEOPARTNER_CLIENT_SECRET: partner.clientSecret,
  }),
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => void partner.close());
}
